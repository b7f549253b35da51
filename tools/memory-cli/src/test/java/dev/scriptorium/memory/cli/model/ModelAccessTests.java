package dev.scriptorium.memory.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.langchain4j.VendorHttp;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ModelAccessTests {

    @ParameterizedTest
    @EnumSource
    void everyVendorHasFiveMinutesForAnExchange(ModelVendor vendor) {
        VendorHttp http = VendorHttp.of(Clock.systemUTC());
        assertThat(ModelAccess.of(vendor, vendor.baseUrl(), "some-model", Optional.empty())
                        .chat(http))
                .isNotNull();
        assertThat(http.readTimeout()).isEqualTo(Duration.ofMinutes(5));
    }
}
