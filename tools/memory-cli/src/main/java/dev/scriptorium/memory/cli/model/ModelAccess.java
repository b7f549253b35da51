package dev.scriptorium.memory.cli.model;

import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.scriptorium.memory.langchain4j.LangChainModel;
import dev.scriptorium.memory.langchain4j.VendorHttp;
import dev.scriptorium.memory.local.writer.model.ModelTopicWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** One model of a vendor's, and how to reach it. Immutable. */
public final class ModelAccess {
    private static final Duration LONGEST_EXCHANGE = Duration.ofMinutes(5);
    /** Room for the edits of one reply. Anthropic asks for a number; the others have their own. */
    private static final int REPLY_TOKENS = 8_192;

    private final ModelVendor vendor;
    private final String baseUrl;
    private final String model;
    private final Optional<ApiKey> key;

    private ModelAccess(ModelVendor vendor, String baseUrl, String model, Optional<ApiKey> key) {
        this.vendor = vendor;
        this.baseUrl = baseUrl;
        this.model = model;
        this.key = key;
    }

    /**
     * Access to a model.
     *
     * @param baseUrl where it is asked
     * @param model its name, as the vendor has it
     * @throws IllegalArgumentException when the URL is none that can be asked, or one that holds a secret
     */
    public static ModelAccess of(ModelVendor vendor, String baseUrl, String model, Optional<ApiKey> key) {
        return new ModelAccess(vendor, checked(baseUrl), model, key);
    }

    private static String checked(String text) {
        try {
            URI url = new URI(text);
            String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
            if (Set.of("http", "https").contains(scheme)
                    && url.getHost() != null
                    && url.getRawUserInfo() == null
                    && url.getRawQuery() == null
                    && url.getRawFragment() == null) {
                return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
            }
        } catch (URISyntaxException e) {
            // Not repeated: whoever mistakes the option for another may have put a key there.
        }
        throw new IllegalArgumentException(
                "expected an address such as " + ModelVendor.OLLAMA.baseUrl() + ", without user, query and fragment");
    }

    /**
     * A writer that asks this model.
     *
     * @param clock tells when an exchange has taken too long
     * @throws IllegalArgumentException when the name of the model is not one that a history can hold
     */
    public ModelTopicWriter writer(Clock clock) {
        return ModelTopicWriter.builder(LangChainModel.of(chat(VendorHttp.of(clock)), clock), clock)
                .name(vendor.label() + "/" + model)
                .exchangeTimeout(LONGEST_EXCHANGE)
                .build();
    }

    /** The client; it retries nothing and logs nothing. */
    ChatModel chat(VendorHttp http) {
        http.readTimeout(LONGEST_EXCHANGE);
        if (vendor == ModelVendor.ANTHROPIC) {
            return AnthropicChatModel.builder()
                    .httpClientBuilder(http)
                    .baseUrl(baseUrl)
                    .apiKey(key.map(ApiKey::text).orElse("none"))
                    .modelName(model)
                    .maxTokens(REPLY_TOKENS)
                    .maxRetries(0)
                    .logRequests(false)
                    .logResponses(false)
                    .build();
        }
        OpenAiChatModel.OpenAiChatModelBuilder chat = OpenAiChatModel.builder()
                .httpClientBuilder(http)
                // Without it the client sets a minute of its own on the HTTP that it is given.
                .timeout(LONGEST_EXCHANGE)
                .baseUrl(baseUrl)
                .modelName(model)
                .maxRetries(0)
                .logRequests(false)
                .logResponses(false);
        key.map(ApiKey::text).ifPresent(chat::apiKey);
        return chat.build();
    }
}
