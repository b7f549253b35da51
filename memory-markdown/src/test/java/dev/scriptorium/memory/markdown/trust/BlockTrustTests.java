package dev.scriptorium.memory.markdown.trust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.markdown.GoldenWorkspace;
import dev.scriptorium.memory.markdown.parse.RecordReader;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.topic.Topic;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockTrustTests {
    private static final SourceIndex SOURCES = GoldenWorkspace.sources();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Fact.[^a] ^aaaaaaaa | TRUSTED",
                "Fact.[^a] More.[^a] ^aaaaaaaa | TRUSTED",
                "Fact.[^a] ^aaaaaaaa ^bbbbbbbb | TRUSTED",
                "Fact.[^p] ^aaaaaaaa | PENDING",
                "Fact.[^a] More.[^p] ^aaaaaaaa | PENDING",
                "Fact.[^a][^p] ^aaaaaaaa | PENDING",
                "Fact.[^both] ^aaaaaaaa | PENDING",
                "Fact.[^missing] ^aaaaaaaa | PENDING",
                "Fact.[^gone] ^aaaaaaaa | PENDING",
                "Fact.[^a] More.[^gone] ^aaaaaaaa | PENDING",
                "Fact. ^aaaaaaaa | PENDING",
                "Fact.[^mem_a] | TRUSTED",
                "Fact.[^mem_p] | PENDING",
            })
    void aBlockIsTrustedWhenAllItRestsOnIs(String block, Trust trust) {
        String trusted = "[x](../sources/openprogram/_v2/sess-alpha.md#source-48fae6b307d15343)";
        String pending = "[y](channel-telegram/main%3A-100200/77510f81d28b72c86b9953e8)";
        String gone = "[z](../sources/openprogram/_v2/sess-alpha.md#source-0000000000000000)";
        Topic topic = TopicParser.parse(
                new TopicPath("topics/a.md"),
                block + "\n\n[^a]: Time: `2026`; Sources: " + trusted + "\n[^p]: Time: `2026`; Sources: " + pending
                        + "\n[^both]: Time: `2026`; Sources: " + trusted + ", " + pending
                        + "\n[^gone]: Time: `2026`; Sources: " + gone + "\n[^mem_a]: Time: `2026`; Sources: " + trusted
                        + "\n[^mem_p]: Time: `2026`; Sources: " + pending + "\n");

        assertThat(BlockTrust.of(topic, topic.blocks().get(0), SOURCES)).isEqualTo(trust);
        for (MemoryRecord found : RecordReader.read(topic, SOURCES)) {
            assertThat(BlockTrust.of(found, SOURCES)).isEqualTo(trust);
        }
    }
}
