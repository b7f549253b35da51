package dev.scriptorium.memory.markdown.validate;

/**
 * How large a topic and its parts may be. Immutable.
 *
 * @since 0.1
 */
public final class TopicLimits {
    /** 1 MiB a file, 64 KiB a block, 256 KiB a line, nesting 100, 10,000 definitions a file. */
    public static final TopicLimits DEFAULT = builder().build();

    private final int fileBytes;
    private final int blockBytes;
    private final int lineBytes;
    private final int nesting;
    private final int definitions;

    private TopicLimits(Builder builder) {
        this.fileBytes = builder.fileBytes;
        this.blockBytes = builder.blockBytes;
        this.lineBytes = builder.lineBytes;
        this.nesting = builder.nesting;
        this.definitions = builder.definitions;
    }

    /** Starts from the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Bytes of a file, as written and once canonical. */
    public int fileBytes() {
        return fileBytes;
    }

    /** Bytes of a block, code and comments included. */
    public int blockBytes() {
        return blockBytes;
    }

    /** Bytes of a line. */
    public int lineBytes() {
        return lineBytes;
    }

    /** Lists and quotes open at once. */
    public int nesting() {
        return nesting;
    }

    /** Definitions of a file. */
    public int definitions() {
        return definitions;
    }

    /** Builder of {@link TopicLimits}. Not thread-safe. */
    public static final class Builder {
        private int fileBytes = 1 << 20;
        private int blockBytes = 64 << 10;
        private int lineBytes = 256 << 10;
        private int nesting = 100;
        private int definitions = 10_000;

        private Builder() {}

        /** Bytes of a file. */
        public Builder fileBytes(int value) {
            this.fileBytes = value;
            return this;
        }

        /** Bytes of a block. */
        public Builder blockBytes(int value) {
            this.blockBytes = value;
            return this;
        }

        /** Bytes of a line. */
        public Builder lineBytes(int value) {
            this.lineBytes = value;
            return this;
        }

        /** Lists and quotes open at once. */
        public Builder nesting(int value) {
            this.nesting = value;
            return this;
        }

        /** Definitions of a file. */
        public Builder definitions(int value) {
            this.definitions = value;
            return this;
        }

        /**
         * Builds the limits.
         *
         * @throws IllegalArgumentException when one is not positive
         */
        public TopicLimits build() {
            if (Math.min(Math.min(fileBytes, blockBytes), Math.min(lineBytes, Math.min(nesting, definitions))) < 1) {
                throw new IllegalArgumentException("limits are positive");
            }
            return new TopicLimits(this);
        }
    }
}
