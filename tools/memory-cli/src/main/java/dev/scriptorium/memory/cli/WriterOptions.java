package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.cli.model.ApiKey;
import dev.scriptorium.memory.cli.model.ModelAccess;
import dev.scriptorium.memory.cli.model.ModelVendor;
import dev.scriptorium.memory.local.writer.ExtractiveTopicWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who writes, on the command line: the writer that needs no model, or a model of somebody's. */
final class WriterOptions {
    private static final String EXTRACTIVE = "extractive";
    private static final String MODEL = "SCRIPTORIUM_MODEL";
    private static final String BASE_URL = "SCRIPTORIUM_BASE_URL";

    @Option(
            names = "--writer",
            paramLabel = "NAME",
            description = "Who writes: extractive, which needs no model, or a model of openai, anthropic or ollama.")
    private @Nullable String writer;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description = "The model, as its vendor calls it; else $SCRIPTORIUM_MODEL.")
    private @Nullable String model;

    @Option(
            names = "--base-url",
            paramLabel = "URL",
            description = "Where the model is asked; else $SCRIPTORIUM_BASE_URL, else the vendor's own address.")
    private @Nullable String baseUrl;

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description = "A file that holds the key; else $OPENAI_API_KEY or $ANTHROPIC_API_KEY.")
    private @Nullable String keyFile;

    /**
     * The writer that the call asks for; empty when it does not say.
     *
     * @throws UsageException when something that it needs is missing or is not what it has to be
     */
    Optional<ChosenWriter> chosen(Map<String, String> environment) {
        if (writer == null || writer.equals(EXTRACTIVE)) {
            onlyForModels("--model", model);
            onlyForModels("--base-url", baseUrl);
            onlyForModels("--key-file", keyFile);
            return writer == null
                    ? Optional.empty()
                    : Optional.of(ChosenWriter.withoutModel(new ExtractiveTopicWriter()));
        }
        ModelVendor vendor = ModelVendor.named(writer)
                .orElseThrow(() -> new UsageException("--writer " + writer + ": expected " + EXTRACTIVE + ", "
                        + String.join(", ", ModelVendor.names())));
        String name = given(model, environment, MODEL)
                .orElseThrow(() -> new UsageException(
                        "--writer " + writer + ": which of its models? Say --model NAME, or set " + MODEL));
        String url = given(baseUrl, environment, BASE_URL).orElse(vendor.baseUrl());
        Optional<ApiKey> key = key(vendor, environment);
        if (key.isEmpty() && vendor.keyVariable().isPresent() && url.equals(vendor.baseUrl())) {
            throw new UsageException("--writer " + writer + " needs a key: set "
                    + vendor.keyVariable().get() + ", or name a file that holds it with --key-file");
        }
        if (key.isPresent() && keyFile == null && baseUrl == null && !sameAddress(url, vendor)) {
            throw new UsageException("--writer " + writer + ": " + BASE_URL + " is not the address of " + writer
                    + ", and " + vendor.keyVariable().orElse("the key")
                    + " would go there; say --base-url URL if it shall, or unset one of the two");
        }
        try {
            return Optional.of(
                    ChosenWriter.asking(access(vendor, url, name, key).writer(Clock.systemUTC())));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--model: " + e.getMessage());
        }
    }

    private static boolean sameAddress(String url, ModelVendor vendor) {
        return url.equals(vendor.baseUrl()) || url.equals(vendor.baseUrl() + "/");
    }

    private void onlyForModels(String option, @Nullable String value) {
        if (value != null) {
            throw new UsageException(option + " is for a writer that asks a model; say which with --writer "
                    + String.join("|", ModelVendor.names()));
        }
    }

    private static ModelAccess access(ModelVendor vendor, String url, String name, Optional<ApiKey> key) {
        try {
            return ModelAccess.of(vendor, url, name, key);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--base-url: " + e.getMessage());
        }
    }

    private static Optional<String> given(@Nullable String option, Map<String, String> environment, String variable) {
        return Optional.ofNullable(option == null ? environment.get(variable) : option)
                .map(String::strip)
                .filter(text -> !text.isEmpty());
    }

    private Optional<ApiKey> key(ModelVendor vendor, Map<String, String> environment) {
        try {
            if (keyFile != null) {
                return Optional.of(ApiKey.ofFile(Path.of(keyFile)));
            }
            return vendor.keyVariable()
                    .filter(variable -> !environment.getOrDefault(variable, "").isBlank())
                    .map(variable -> ApiKey.of(environment.getOrDefault(variable, ""), variable));
        } catch (InvalidPathException e) {
            throw new UsageException("--key-file: not a path");
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }
}
