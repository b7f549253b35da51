package dev.scriptorium.memory.local;

import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What somebody said in a group whom the owner has not let in: the host's structured fields, each as the platform has it.
 * Immutable.
 *
 * @since 0.1
 */
public final class StrangerMessage {
    private final String channel;
    private final String account;
    private final String chat;
    private final ChatType chatType;
    private final String id;
    private final String speakerId;
    private final @Nullable String speakerName;
    private final OffsetDateTime time;
    private final String text;

    /** What sort of conversation it was said in. */
    public enum ChatType {
        /** Between two; never archived. */
        DIRECT,
        /** In a group. */
        GROUP,
        /** In a channel. */
        CHANNEL,
        /** In a thread of one of them. */
        THREAD
    }

    private StrangerMessage(Builder builder, String text) {
        this.channel = builder.channel;
        this.account = builder.account;
        this.chat = builder.chat;
        this.chatType = builder.chatType;
        this.id = builder.id;
        this.speakerId = builder.speakerId;
        this.speakerName = builder.speakerName;
        this.time = builder.time;
        this.text = text;
    }

    /**
     * A message of a conversation.
     *
     * @param channel the platform, such as {@code telegram}
     * @param account which of the host's accounts there
     * @param chat the conversation
     */
    public static Builder in(String channel, String account, String chat, ChatType type, OffsetDateTime time) {
        return new Builder(channel, account, chat, type, time);
    }

    /** The platform. */
    public String channel() {
        return channel;
    }

    /** Which of the host's accounts there. */
    public String account() {
        return account;
    }

    /** The conversation. */
    public String chat() {
        return chat;
    }

    /** What sort of conversation. */
    public ChatType chatType() {
        return chatType;
    }

    /** The platform's id of the message; may be empty. */
    public String id() {
        return id;
    }

    /** The platform's id of whoever said it. */
    public String speakerId() {
        return speakerId;
    }

    /** The name people see, which proves nothing. */
    public Optional<String> speakerName() {
        return Optional.ofNullable(speakerName);
    }

    /** When. */
    public OffsetDateTime time() {
        return time;
    }

    /** The words. */
    public String text() {
        return text;
    }

    /** Builder of {@link StrangerMessage}. Not thread-safe. */
    public static final class Builder {
        private final String channel;
        private final String account;
        private final String chat;
        private final ChatType chatType;
        private final OffsetDateTime time;
        private String id = "";
        private String speakerId = "";
        private @Nullable String speakerName;

        private Builder(String channel, String account, String chat, ChatType chatType, OffsetDateTime time) {
            this.channel = channel;
            this.account = account;
            this.chat = chat;
            this.chatType = chatType;
            this.time = time;
        }

        /** The platform's id of the message. */
        public Builder id(String value) {
            this.id = value;
            return this;
        }

        /** Who said it: the platform's id, and the name people see. */
        public Builder speaker(String platformId, @Nullable String name) {
            this.speakerId = platformId;
            this.speakerName = name;
            return this;
        }

        /** Builds the message from its words. */
        public StrangerMessage said(String text) {
            return new StrangerMessage(this, text);
        }
    }
}
