package dev.scriptorium.memory.markdown.source;

import static dev.scriptorium.memory.markdown.source.HostileFrames.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.markdown.GoldenWorkspace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SourceIndexTests {
    private static final SourceRef M1 = new SourceRef("openprogram/s1/m1");
    private static final SourceRef M2 = new SourceRef("openprogram/s1/m2");

    private static ParsedArchive legacy(SourceRef... refs) {
        StringBuilder text = new StringBuilder();
        for (SourceRef ref : refs) {
            text.append("<a id=\"").append(SourceLocations.anchor(ref)).append("\"></a>\n<!-- source-id:");
            text.append(ref).append(" -->\n[] user: x\n\n");
        }
        return ParsedArchive.read("sources/openprogram/s1.md", utf8(text.toString()));
    }

    private static SourceFrame frame(SourceRef ref, Trust trust) {
        return SourceFrame.of(ref, null, SourceMetadata.of(null, null, SpeakerKind.HUMAN, trust), "", "user", "x");
    }

    private static ParsedArchive v2(SourceFrame... frames) {
        return ParsedArchive.read(
                SourceLocations.v2Path(frames[0].ref()).orElseThrow(),
                SourceFrames.newFile(List.of(frames)).bytes());
    }

    @Test
    void theTurnsOfTheReferenceAreFoundByNameAndByPlace() {
        SourceIndex index = GoldenWorkspace.sources();
        String path = "sources/openprogram/_v2/team%20chat.md";

        assertThat(index.turns()).isEqualTo(10);
        assertThat(index.paths()).isEqualTo(GoldenWorkspace.files("sources"));
        assertThat(index.find(new SourceRef("openprogram/team chat/m4")))
                .contains(new ArchivedSource(
                        new SourceRef("openprogram/team chat/m4"), path, "source-2eeb37d66c6d9a6a", Trust.TRUSTED));
        assertThat(index.at(path, "source-2eeb37d66c6d9a6a")).contains(new SourceRef("openprogram/team chat/m4"));
        assertThat(index.find(new SourceRef("openprogram/team chat/m9"))).isEmpty();
        assertThat(index.at(path, "source-0000000000000000")).isEmpty();
        assertThat(index.refs(path)).hasSize(5).endsWith(new SourceRef("openprogram/team chat/m5"));
        assertThat(index.find(new SourceRef("channel-telegram/main%3A-100200/77510f81d28b72c86b9953e8")))
                .hasValueSatisfying(source -> assertThat(source.trust()).isEqualTo(Trust.PENDING));
    }

    @Test
    void linksOfTopicsResolveLiterallyAndDecoded() {
        SourceIndex index = GoldenWorkspace.sources();
        TopicPath topic = new TopicPath("topics/people/ada.md");
        String target = "../../sources/openprogram/_v2/team%20chat.md#source-95c1134b380bc56f";
        ArchivedSource source = SourceTargets.resolve(topic, target, index).orElseThrow();

        assertThat(source.ref()).hasToString("openprogram/team chat/m1");
        assertThat(SourceTargets.render(topic, source)).contains("team%2520chat.md#");
        assertThat(SourceTargets.resolve(topic, SourceTargets.render(topic, source), index))
                .contains(source);
    }

    @Test
    void theStrictArchiveWinsOverTheOlderOne() {
        for (List<ParsedArchive> order : List.of(
                List.of(legacy(M1, M2), v2(frame(M1, Trust.PENDING))),
                List.of(v2(frame(M1, Trust.PENDING)), legacy(M1, M2)))) {
            SourceIndex index = SourceIndex.of(order);

            assertThat(index.find(M1)).hasValueSatisfying(source -> {
                assertThat(source.path()).isEqualTo("sources/openprogram/_v2/s1.md");
                assertThat(source.trust()).isEqualTo(Trust.PENDING);
            });
            assertThat(index.find(M2)).hasValueSatisfying(source -> {
                assertThat(source.path()).isEqualTo("sources/openprogram/s1.md");
                assertThat(source.trust()).isEqualTo(Trust.TRUSTED);
            });
            assertThat(index.at("sources/openprogram/s1.md", SourceLocations.anchor(M1)))
                    .contains(M1);
            assertThat(index.archived(M1)).isTrue();
            assertThat(index.archived(M2)).isFalse();
        }
    }

    @Test
    void aFileIsIndexedWithoutKeepingItsWords() {
        SourceIndex index = SourceIndex.empty();
        for (String path : GoldenWorkspace.files("sources")) {
            index = index.with(path, GoldenWorkspace.bytes(path));
        }
        index = index.with("sources/D1.md", utf8("<a id=\"d1-2\"></a>\n[2023-01-01] A: x [D1:2]\n"));
        SourceIndex expected = GoldenWorkspace.sources();

        assertThat(index.turns()).isEqualTo(expected.turns() + 1);
        for (String path : expected.paths()) {
            assertThat(index.refs(path)).isEqualTo(expected.refs(path));
            assertThat(index.appendPoint(path)).isEqualTo(expected.appendPoint(path));
            index.refs(path).forEach(ref -> assertThat(expected.find(ref)).isPresent());
        }
    }

    @Test
    void dialoguesAreFoundByTheirAnchors() {
        SourceIndex index = SourceIndex.empty()
                .with(ParsedArchive.read(
                        "sources/D1.md", utf8("# D1\n\n<a id=\"d1-2\"></a>\n[2023-01-01] A: x [D1:2]\n")));

        assertThat(index.find(new SourceRef("D1:2"))).isPresent();
        assertThat(index.at("sources/D1.md", "d1-2")).contains(new SourceRef("D1:2"));
        assertThat(index.at("sources/D1.md", "d1-3")).isEmpty();
        assertThat(index.at("sources/D1.md", "x")).isEmpty();
    }

    @Test
    void aDamagedArchiveServesItsValidPart() {
        byte[] bytes = SourceFrames.newFile(List.of(frame(M1, Trust.TRUSTED), frame(M2, Trust.TRUSTED)))
                .bytes();
        bytes[bytes.length - 1] = ' ';
        SourceIndex index = SourceIndex.empty().with(ParsedArchive.read("sources/openprogram/_v2/s1.md", bytes));

        assertThat(index.find(M1)).isPresent();
        assertThat(index.find(M2)).isEmpty();
        assertThat(index.complete("sources/openprogram/_v2/s1.md")).isFalse();
        assertThat(index.complete("sources/elsewhere.md")).isTrue();
    }

    @Test
    void anIndexNeverChanges() {
        SourceIndex empty = SourceIndex.empty();
        SourceIndex one = empty.with(v2(frame(M1, Trust.TRUSTED)));
        SourceIndex two = one.withAppended("sources/openprogram/_v2/s1.md", List.of(frame(M2, Trust.PENDING)));
        SourceIndex without = two.without("sources/openprogram/_v2/s1.md");

        assertThat(List.of(empty.turns(), one.turns(), two.turns(), without.turns()))
                .containsExactly(0L, 1L, 2L, 0L);
        assertThat(one.find(M2)).isEmpty();
        assertThat(two.find(M2)).isPresent();
        assertThat(two.find(M2).orElseThrow().trust()).isEqualTo(Trust.PENDING);
        assertThat(without.find(M1)).isEmpty();
        assertThat(without.without("sources/x.md")).isSameAs(without);
    }

    @Test
    void aLongHistoryOfChangesGivesTheIndexOfWhatIsThere() {
        SplittableRandom random = new SplittableRandom(7);
        SourceIndex index = SourceIndex.empty();
        Map<String, ParsedArchive> archives = new HashMap<>();
        for (int step = 0; step < 1500; step++) {
            String thread = "t" + random.nextInt(400);
            List<SourceFrame> frames = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                frames.add(frame(
                        new SourceRef("ns" + random.nextInt(3) + "/" + thread + "/m" + i),
                        random.nextBoolean() ? Trust.TRUSTED : Trust.PENDING));
            }
            SourceFrame first = frames.get(0);
            frames.removeIf(frame -> !frame.ref().namespace().equals(first.ref().namespace()));
            ParsedArchive archive = v2(frames.toArray(SourceFrame[]::new));
            if (random.nextInt(5) == 0) {
                index = index.without(archive.path());
                archives.remove(archive.path());
            } else {
                index = index.with(archive);
                archives.put(archive.path(), archive);
            }
        }
        SourceIndex fresh = SourceIndex.of(archives.values());

        assertThat(index.paths()).isEqualTo(fresh.paths()).isNotEmpty();
        assertThat(index.turns()).isEqualTo(fresh.turns());
        for (String path : fresh.paths()) {
            assertThat(index.refs(path)).isEqualTo(fresh.refs(path));
            for (SourceRef ref : fresh.refs(path)) {
                assertThat(index.find(ref)).isEqualTo(fresh.find(ref)).isPresent();
                assertThat(index.at(path, SourceLocations.anchor(ref))).contains(ref);
            }
        }
    }

    @Test
    void thousandsOfTurnsOfOneArchiveAreFound() {
        List<SourceFrame> frames = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            frames.add(frame(new SourceRef("ns/成/é-" + i), i % 3 == 0 ? Trust.PENDING : Trust.TRUSTED));
        }
        SourceIndex index = SourceIndex.empty().with(v2(frames.subList(0, 4000).toArray(SourceFrame[]::new)));
        index = index.withAppended(index.paths().get(0), frames.subList(4000, 5000));

        for (SourceFrame frame : frames) {
            assertThat(index.find(frame.ref()).orElseThrow().trust()).isEqualTo(frame.trust());
        }
        assertThat(index.find(new SourceRef("ns/成/é-5000"))).isEmpty();
    }
}
