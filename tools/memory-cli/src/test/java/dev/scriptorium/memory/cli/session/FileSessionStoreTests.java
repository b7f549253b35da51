package dev.scriptorium.memory.cli.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.BrokenBranchException;
import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.TextSpan;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileSessionStoreTests {
    private static final SessionId CHAT = new SessionId("chat");

    @TempDir
    private Path scratch;

    private FileSessionStore store() {
        return FileSessionStore.in(scratch.resolve("sessions"));
    }

    private static Turn turn(String id, String parent, String text) {
        return Turn.builder(new TurnId(id), TurnKind.USER, text)
                .parent(parent == null ? null : new TurnId(parent))
                .build();
    }

    private static Turn turn(String id, String parent) {
        return turn(id, parent, "text of " + id);
    }

    private static void add(FileSessionStore store, SessionId session, Turn... turns) {
        try (SessionAppender appender = store.append()) {
            for (Turn turn : turns) {
                appender.add(session, turn);
            }
            appender.finish();
        }
    }

    private static List<String> walk(FileSessionStore store, SessionId session, String from) {
        List<String> ids = new ArrayList<>();
        store.walk(session, new TurnId(from), turn -> ids.add(turn.id().value()));
        return ids;
    }

    private static List<String> tips(FileSessionStore store) {
        return store.tips(CHAT).stream().map(TurnId::value).toList();
    }

    private Path file() {
        return scratch.resolve("sessions").resolve("chat.jsonl");
    }

    @Test
    void lookingCreatesNothing() {
        FileSessionStore store = store();

        assertThat(store.head(CHAT)).isEmpty();
        assertThat(store.tips(CHAT)).isEmpty();
        assertThat(store.turn(CHAT, new TurnId("m1"))).isEmpty();
        assertThat(store.sessions(SessionQuery.first(10))).isEmpty();
        assertThat(store.marks()).isEmpty();
        assertThat(scratch.resolve("sessions")).doesNotExist();
    }

    @Test
    void aTurnComesBackWithEverythingItHad() {
        Turn whole = Turn.builder(new TurnId("m1"), TurnKind.SUMMARY, "<memory-context> 预算\u2028\r\nlast\uD83D")
                .time(OffsetDateTime.parse("2026-03-02T09:15:00.123+01:00"))
                .speaker(new Speaker("u/ada", null))
                .speakerKind(SpeakerKind.CLIENT)
                .principal("p-1")
                .tier(AuthorityTier.PAIRED)
                .trust(Trust.PENDING)
                .rewound(true)
                .injectedRecall(List.of(TextSpan.of(0, 16)))
                .covers(new TurnId("m0"))
                .build();
        add(store(), CHAT, whole);

        Turn read = store().turn(CHAT, new TurnId("m1")).orElseThrow();

        assertThat(read).usingRecursiveComparison().isEqualTo(whole);
        assertThat(read.text()).isEqualTo(whole.text());
        assertThat(read.time()).isEqualTo(whole.time());
        assertThat(read.speaker()).isEqualTo(whole.speaker());
    }

    @Test
    void aTurnJustAddedIsSeenByAStoreThatWasOpenBefore() {
        FileSessionStore reader = store();
        add(store(), CHAT, turn("m1", null));
        assertThat(reader.head(CHAT)).contains(new TurnId("m1"));

        add(store(), CHAT, turn("m2", "m1"));

        assertThat(reader.head(CHAT)).contains(new TurnId("m2"));
        assertThat(walk(reader, CHAT, "m2")).containsExactly("m2", "m1");
    }

    @Test
    void addingTheSameAgainChangesNoByte() throws IOException {
        add(store(), CHAT, turn("m1", null), turn("m2", "m1"));
        byte[] before = Files.readAllBytes(file());

        add(store(), CHAT, turn("m1", null), turn("m2", "m1"));

        assertThat(Files.readAllBytes(file())).isEqualTo(before);
    }

    @Test
    void aGrownConversationAddsOnlyWhatIsNew() throws IOException {
        add(store(), CHAT, turn("m1", null));
        byte[] before = Files.readAllBytes(file());

        add(store(), CHAT, turn("m1", null), turn("m2", "m1"));

        assertThat(Files.readString(file())).startsWith(new String(before, java.nio.charset.StandardCharsets.UTF_8));
        assertThat(walk(store(), CHAT, "m2")).containsExactly("m2", "m1");
    }

    @Test
    void theFirstOfTwoTextsForOneTurnStays() {
        try (SessionAppender appender = store().append()) {
            assertThat(appender.add(CHAT, turn("m1", null, "first"))).isEqualTo(SessionAppender.Outcome.ADDED);
            assertThat(appender.add(CHAT, turn("m1", null, "first"))).isEqualTo(SessionAppender.Outcome.KNOWN);
            assertThat(appender.add(CHAT, turn("m1", null, "second"))).isEqualTo(SessionAppender.Outcome.DIFFERENT);
            appender.finish();
        }

        assertThat(store().turn(CHAT, new TurnId("m1")).orElseThrow().text()).isEqualTo("first");
    }

    /** Fault 33. */
    @Test
    void aRewindLeavesTheOldBranchAsAnotherTip() {
        FileSessionStore store = store();
        add(
                store,
                CHAT,
                turn("m1", null),
                turn("m2", "m1"),
                turn("m3", "m2"),
                turn("m4", "m3"),
                turn("m5", "m4"),
                turn("n4", "m3"));

        assertThat(tips(store)).containsExactly("n4", "m5");
        assertThat(walk(store, CHAT, "m5")).containsExactly("m5", "m4", "m3", "m2", "m1");
    }

    /** Fault 33: a host may also go back without saying anything new. */
    @Test
    void theHeadMayBeATurnThatOthersFollow() {
        FileSessionStore store = store();
        add(store, CHAT, turn("m1", null), turn("m2", "m1"), turn("m3", "m2"));
        try (SessionAppender appender = store.append()) {
            appender.head(CHAT, new TurnId("m1"));
            appender.finish();
        }

        assertThat(tips(store)).containsExactly("m1", "m3");
        assertThat(tips(store())).containsExactly("m1", "m3");
    }

    /** Fault 34. */
    @Test
    void theBranchOfAForkedTipCrossesTheFork() {
        add(store(), CHAT, turn("m1", null), turn("m2", "m1"), turn("m3", "m2"));
        add(store(), CHAT, turn("f3", "m2"), turn("f4", "f3"));

        assertThat(walk(store(), CHAT, "f4")).containsExactly("f4", "f3", "m2", "m1");
    }

    /** Fault 43. */
    @Test
    void orderComesFromParentsAndNotFromTimesOrLines() {
        OffsetDateTime same = OffsetDateTime.parse("2026-03-02T09:15:00Z");
        List<Turn> turns = new ArrayList<>();
        for (int i : new int[] {4, 0, 9, 2, 7, 1, 3, 8, 6, 5}) {
            turns.add(Turn.builder(new TurnId("m" + i), TurnKind.USER, "text")
                    .parent(i == 0 ? null : new TurnId("m" + (i - 1)))
                    .time(same)
                    .build());
        }
        FileSessionStore store = store();
        add(store, CHAT, turns.toArray(Turn[]::new));

        assertThat(walk(store, CHAT, "m9")).containsExactly("m9", "m8", "m7", "m6", "m5", "m4", "m3", "m2", "m1", "m0");
        assertThat(tips(store)).contains("m9");
    }

    @Test
    void rewoundTurnsAreNoTipsAndTheirLiveAncestorsAre() {
        FileSessionStore store = store();
        Turn gone = Turn.builder(new TurnId("m3"), TurnKind.USER, "gone")
                .parent(new TurnId("m2"))
                .rewound(true)
                .build();
        add(store, CHAT, turn("m1", null), turn("m2", "m1"), gone, turn("n2", "m1"));

        assertThat(tips(store)).containsExactly("n2", "m2");
        assertThat(walk(store, CHAT, "m3")).containsExactly("m3", "m2", "m1");
    }

    @Test
    void aTurnMayBeRewoundLater() {
        add(store(), CHAT, turn("m1", null), turn("m2", "m1"));
        Turn gone = Turn.builder(new TurnId("m2"), TurnKind.USER, "text of m2")
                .parent(new TurnId("m1"))
                .rewound(true)
                .build();

        add(store(), CHAT, gone);

        assertThat(store().turn(CHAT, new TurnId("m2")).orElseThrow().rewound()).isTrue();
        assertThat(tips(store())).containsExactly("m1");
    }

    @Test
    void anArchivedBranchIsNoTip() {
        add(store(), CHAT, turn("m1", null), turn("a2", "m1"), turn("b2", "m1"));
        try (SessionAppender appender = store().append()) {
            appender.archive(CHAT, new TurnId("a2"));
            appender.finish();
        }

        assertThat(tips(store())).containsExactly("b2");
    }

    @Test
    void aWalkStopsWhenTheVisitorSaysSo() {
        add(store(), CHAT, turn("m1", null), turn("m2", "m1"), turn("m3", "m2"));
        List<String> seen = new ArrayList<>();

        store().walk(CHAT, new TurnId("m3"), turn -> {
            seen.add(turn.id().value());
            return seen.size() < 2;
        });

        assertThat(seen).containsExactly("m3", "m2");
    }

    @Test
    void brokenBranchesAreNamedAndHarmNoOther() {
        FileSessionStore store = store();
        add(store, CHAT, turn("o2", "o1"), turn("c1", "c2"), turn("c2", "c1"), turn("m1", null));

        assertThatThrownBy(() -> walk(store, CHAT, "o2"))
                .asInstanceOf(type(BrokenBranchException.class))
                .satisfies(e -> assertThat(e.kind()).isEqualTo(BrokenBranchException.Kind.MISSING_PARENT))
                .satisfies(e -> assertThat(e.turn().value()).isEqualTo("o2"));
        assertThatThrownBy(() -> walk(store, CHAT, "c2"))
                .asInstanceOf(type(BrokenBranchException.class))
                .satisfies(e -> assertThat(e.kind()).isEqualTo(BrokenBranchException.Kind.CYCLE))
                .satisfies(e -> assertThat(e.turn().value()).isEqualTo("c1"));
        assertThatThrownBy(() -> walk(store, CHAT, "x"))
                .asInstanceOf(type(BrokenBranchException.class))
                .satisfies(e -> assertThat(e.kind()).isEqualTo(BrokenBranchException.Kind.UNKNOWN_TIP));
        assertThat(walk(store, CHAT, "m1")).containsExactly("m1");
        assertThat(tips(store)).containsExactly("m1", "o2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"id\":\"m3\",\"par", "\0\0\0\0\0\0", "{", "\u00e9"})
    void aTornLastLineIsPassedOverAndCutByTheNextAppend(String torn) throws IOException {
        add(store(), CHAT, turn("m1", null), turn("m2", "m1"));
        FileSessionStore open = store();
        assertThat(open.head(CHAT)).contains(new TurnId("m2"));
        Files.writeString(file(), torn, StandardOpenOption.APPEND);

        assertThat(walk(store(), CHAT, "m2")).containsExactly("m2", "m1");
        add(store(), CHAT, turn("m3", "m2"));

        assertThat(Files.readString(file())).doesNotContain(torn + "{").endsWith("}\n");
        assertThat(walk(store(), CHAT, "m3")).containsExactly("m3", "m2", "m1");
        assertThat(walk(open, CHAT, "m3")).containsExactly("m3", "m2", "m1");
    }

    @Test
    void aFileCutAtAnyByteIsCompletedByAddingTheSameAgain() throws IOException {
        Turn[] turns = {turn("m1", null, "häßlich"), turn("m2", "m1"), turn("m3", "m2")};
        add(store(), CHAT, turns);
        byte[] whole = Files.readAllBytes(file());

        for (int length = 0; length < whole.length; length++) {
            Files.write(file(), java.util.Arrays.copyOf(whole, length));
            add(store(), CHAT, turns);
            assertThat(Files.readAllBytes(file())).as("cut at %d", length).isEqualTo(whole);
        }
    }

    /** A power cut may keep the size and the end of what was added, and lose what is before. */
    @Test
    void aHoleAnywhereInWhatWasAddedIsFilledByAddingTheSameAgain() throws IOException {
        Turn[] turns = {turn("m1", null, "häßlich"), turn("m2", "m1"), turn("m3", "m2"), turn("m4", "m3")};
        add(store(), CHAT, turns);
        byte[] whole = Files.readAllBytes(file());

        for (int from = 0; from < whole.length; from++) {
            byte[] holed = whole.clone();
            java.util.Arrays.fill(holed, from, Math.min(from + 60, whole.length), (byte) 0);
            Files.write(file(), holed);
            store().tips(CHAT);
            add(store(), CHAT, turns);
            assertThat(Files.readAllBytes(file())).as("hole at %d", from).isEqualTo(whole);
        }
        assertThat(store().sessions(SessionQuery.first(10))).hasSize(1);
    }

    @Test
    void whatFollowsAHoleIsKeptBeside() throws IOException {
        add(store(), CHAT, turn("m1", null), turn("m2", "m1"), turn("m3", "m2"));
        String text = Files.readString(file());
        Files.writeString(file(), text.replace("\"id\":\"m2\"", "\"id\":\"\0\0\""));
        assertThat(walk(store(), CHAT, "m1")).containsExactly("m1");

        add(store(), CHAT, turn("n1", "m1"));

        assertThat(walk(store(), CHAT, "n1")).containsExactly("n1", "m1");
        try (Stream<Path> files = Files.list(file().getParent())) {
            assertThat(files.filter(file -> file.getFileName().toString().contains(".jsonl.cut-")))
                    .singleElement()
                    .satisfies(kept -> assertThat(Files.readString(kept)).contains("text of m3"));
        }
    }

    @Test
    void aSpoiltLineInTheMiddleIsNamedAndOtherSessionsWork() throws IOException {
        add(store(), CHAT, turn("m1", null), turn("m2", "m1"));
        add(store(), new SessionId("other"), turn("x1", null));
        String text = Files.readString(file());
        Files.writeString(file(), text.replace("\"id\":\"m1\"", "\"id\":\"m1"));

        assertThatThrownBy(() -> store().head(CHAT))
                .asInstanceOf(type(MemoryException.class))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.WORKSPACE_CORRUPT))
                .satisfies(e -> assertThat(e).hasMessageContaining("chat.jsonl"));
        assertThat(store().head(new SessionId("other"))).contains(new TurnId("x1"));
        assertThat(store().sessions(SessionQuery.first(10))).hasSize(2);
    }

    @Test
    void aFileOfANewerVersionIsRefused() throws IOException {
        add(store(), CHAT, turn("m1", null));
        Files.writeString(
                file(), Files.readString(file()).replace("\"scriptorium_session\":1", "\"scriptorium_session\":2"));

        assertThatThrownBy(() -> store().head(CHAT))
                .asInstanceOf(type(MemoryException.class))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.FORMAT_TOO_NEW));
    }

    @Test
    void idsOfAnyKindHaveFilesOfTheirOwn() throws IOException {
        String longId = "长".repeat(200);
        List<SessionId> ids = Stream.of(
                        "Chat", "a/b", "a-b", "..", ".hidden", "con", "项目一", "项目二", "a b", "100%", longId, longId + "2")
                .map(SessionId::new)
                .sorted()
                .toList();
        for (SessionId id : ids) {
            add(store(), id, turn("m1", null, id.value()));
        }

        assertThat(store().sessions(SessionQuery.first(100)))
                .extracting(SessionActivity::session)
                .containsExactlyElementsOf(ids);
        for (SessionId id : ids) {
            assertThat(store().turn(id, new TurnId("m1")).orElseThrow().text()).isEqualTo(id.value());
        }
        try (Stream<Path> files = Files.list(scratch.resolve("sessions"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .allSatisfy(name -> assertThat(name).matches("[a-z0-9%A-F._~-]{1,206}"))
                    .extracting(name -> name.toLowerCase(java.util.Locale.ROOT))
                    .doesNotHaveDuplicates();
        }
        try (Stream<Path> all = Files.list(scratch)) {
            assertThat(all).hasSize(1);
        }
    }

    @Test
    void sessionsComeInPagesInTheOrderOfTheirIds() {
        for (int i = 0; i < 7; i++) {
            Turn dated = Turn.builder(new TurnId("m1"), TurnKind.USER, "text")
                    .time(OffsetDateTime.parse("2026-03-0" + (i + 1) + "T00:00:00Z"))
                    .build();
            add(store(), new SessionId("s" + i), dated);
        }
        FileSessionStore store = store();

        List<String> all = new ArrayList<>();
        SessionQuery query = SessionQuery.first(3);
        List<SessionActivity> page = store.sessions(query);
        while (!page.isEmpty()) {
            page.forEach(activity -> all.add(activity.session().value()));
            page = store.sessions(query.after(page.get(page.size() - 1).session()));
        }

        assertThat(all).containsExactly("s0", "s1", "s2", "s3", "s4", "s5", "s6");
        assertThat(store.sessions(SessionQuery.first(9).idleBefore(Instant.parse("2026-03-03T00:00:00Z"))))
                .extracting(activity -> activity.session().value())
                .containsExactly("s0", "s1");
        assertThat(store.sessions(SessionQuery.first(1)).get(0).lastActivity())
                .isEqualTo(Instant.parse("2026-03-01T00:00:00Z"));
    }

    @Test
    void onlyTheOwnerMayReadTheFiles() throws IOException {
        add(store(), CHAT, turn("m1", null));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file().getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void twoWhoAddAtOnceTakeTurnsAndOneWhoWaitsInVainIsTold() {
        FileSessionStore impatient = new FileSessionStore(scratch.resolve("sessions"), Duration.ofMillis(50));
        try (SessionAppender first = store().append()) {
            first.add(CHAT, turn("m1", null));
            assertThatThrownBy(impatient::append)
                    .asInstanceOf(type(MemoryException.class))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.WORKSPACE_BUSY));
            first.finish();
        }

        add(impatient, CHAT, turn("m2", "m1"));
        assertThat(walk(store(), CHAT, "m2")).containsExactly("m2", "m1");
    }

    /** Fault 87. */
    @Test
    void twentyThousandTurnsAndALongOneAreWalkedOneByOne() {
        String huge = "x".repeat(20_000_001);
        int count = 20_000;
        try (SessionAppender appender = store().append()) {
            for (int i = 0; i < count; i++) {
                appender.add(CHAT, turn("m" + i, i == 0 ? null : "m" + (i - 1), i == 10_000 ? huge : "text " + i));
            }
            appender.finish();
        }
        FileSessionStore store = store();
        int[] next = {count};

        store.walk(CHAT, new TurnId("m" + (count - 1)), turn -> {
            next[0]--;
            return turn.id().value().equals("m" + next[0])
                    && turn.text().length() == (next[0] == 10_000 ? huge.length() : ("text " + next[0]).length());
        });

        assertThat(next[0]).isZero();
        assertThat(tips(store)).containsExactly("m" + (count - 1));
    }
}
