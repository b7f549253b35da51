package dev.scriptorium.memory.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStores;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.api.write.WriteRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryBackendsTests {
    private static final SessionId SESSION = new SessionId("s");
    private static final BackendSettings SETTINGS = BackendSettings.builder(SessionStores.ofList(SESSION, List.of()))
            .option("greeting", "hello")
            .build();

    private LogCapture log;

    @BeforeEach
    void listen() {
        log = new LogCapture(MemoryBackends.class);
    }

    @AfterEach
    void stop() {
        log.close();
    }

    @Test
    void noneSaysAndKeepsNothing() {
        try (MemoryBackend none = MemoryBackends.none()) {
            none.initialize(SessionContext.of(SESSION));
            assertThat(none.name()).isEqualTo("none");
            assertThat(none.systemPrompt(SessionContext.of(SESSION))).isEmpty();
            assertThat(none.search(MemoryQuery.of("x"))).isEmpty();
            assertThat(none.write(WriteRequest.force(SESSION))).isEmpty();
            assertThat(none.reorganize(ReorganizeRequest.install()).status())
                    .isEqualTo(ReorganizeReport.Status.DISABLED);
            assertThat(none.extractBeforeDiscard(DiscardRequest.of(SESSION, List.of()))
                            .archived())
                    .isFalse();
        }
    }

    @Test
    void noneIsBuiltInAndMakesNoDirectory(@TempDir Path temporary) {
        Path directory = temporary.resolve("memory");
        BackendSettings settings = BackendSettings.builder(SessionStores.ofList(SESSION, List.of()))
                .directory(directory)
                .build();
        assertThat(MemoryBackends.open("none", settings)).isSameAs(MemoryBackends.none());
        assertThat(Files.exists(directory)).isFalse();
    }

    @Test
    void aBackendIsOpenedByItsName() {
        try (MemoryBackend echo = MemoryBackends.open("echo", SETTINGS)) {
            assertThat(echo.name()).isEqualTo("echo");
            assertThat(echo.systemPrompt(SessionContext.none())).contains("hello");
        }
    }

    @Test
    void whatIsOpenedByNameIsGuarded() {
        try (LogCapture guard = new LogCapture(GuardedMemoryBackend.class);
                MemoryBackend echo = MemoryBackends.open("echo", SETTINGS)) {
            assertThat(echo.search(MemoryQuery.of("x"))).isEmpty();
            assertThat(MemoryBackends.guard(echo)).isSameAs(echo);
            assertThat(guard.levels()).hasSize(1);
        }
    }

    @Test
    void anUnknownNameIsRefusedWithTheNamesThereAre() {
        assertThatExceptionOfType(MemoryException.class)
                .isThrownBy(() -> MemoryBackends.open("Echo", SETTINGS))
                .withMessage("no memory backend is called \"Echo\"; there are: echo, none, refusing")
                .extracting(MemoryException::code)
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void whatAFactoryThrowsComesThrough() {
        assertThatExceptionOfType(MemoryException.class)
                .isThrownBy(() -> MemoryBackends.open("refusing", SETTINGS))
                .extracting(MemoryException::code)
                .isEqualTo(ErrorCode.STORAGE_UNAVAILABLE);
    }

    @Test
    void aThreadWithoutTheRightClassLoaderFindsThemToo() {
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        current.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try (MemoryBackend echo = MemoryBackends.open("echo", SETTINGS)) {
            assertThat(echo.name()).isEqualTo("echo");
        } finally {
            current.setContextClassLoader(before);
        }
    }

    @Test
    void aBackendNeedsNothingButAName() {
        try (MemoryBackend bare = () -> "bare") {
            assertThat(bare.isAvailable()).isTrue();
            bare.initialize(SessionContext.none());
            assertThat(bare.systemPrompt(SessionContext.none())).isEmpty();
            assertThat(bare.search(MemoryQuery.of("x"))).isEmpty();
            assertThat(bare.write(WriteRequest.of(SESSION))).isEmpty();
            assertThat(bare.reorganize(ReorganizeRequest.install()).status())
                    .isEqualTo(ReorganizeReport.Status.SKIPPED);
            assertThat(bare.extractBeforeDiscard(DiscardRequest.of(SESSION, List.of()))
                            .archived())
                    .isFalse();
        }
    }

    /** Cannot be loaded. */
    public static final class BrokenFactory extends EchoFactory {
        /** Fails. */
        public BrokenFactory() {
            throw new IllegalStateException("broken");
        }
    }

    /** Cannot say its name. */
    public static final class NamelessFactory extends EchoFactory {
        @Override
        public String name() {
            throw new IllegalStateException("nameless");
        }
    }

    /** Says what its option says. */
    public static class EchoFactory implements MemoryBackendFactory {
        @Override
        public String name() {
            return "echo";
        }

        @Override
        public MemoryBackend open(BackendSettings settings) {
            String greeting = settings.options().get("greeting");
            return new MemoryBackend() {
                @Override
                public String name() {
                    return "echo";
                }

                @Override
                public Optional<String> systemPrompt(SessionContext context) {
                    return Optional.ofNullable(greeting);
                }

                @Override
                public Optional<String> search(MemoryQuery query) {
                    throw new IllegalStateException("no search");
                }
            };
        }
    }

    /** Opens nothing. */
    public static final class RefusingFactory implements MemoryBackendFactory {
        @Override
        public String name() {
            return "refusing";
        }

        @Override
        public MemoryBackend open(BackendSettings settings) {
            throw new MemoryException(ErrorCode.STORAGE_UNAVAILABLE, "no disk");
        }
    }

    /** Claims a name that is built in. */
    public static final class FalseNoneFactory extends EchoFactory {
        @Override
        public String name() {
            return "none";
        }
    }
}
