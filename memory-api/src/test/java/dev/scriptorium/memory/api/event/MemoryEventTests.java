package dev.scriptorium.memory.api.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.WriteFailure;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MemoryEventTests {
    private static final WorkspaceId WORKSPACE = new WorkspaceId("w-0a1b2c3d");
    private static final SessionId SESSION = new SessionId("s");
    private static final Operation OPERATION = Operation.of("op-1", WORKSPACE).forSession(SESSION);
    private static final Revision REVISION = new Revision("13d8a9ec4321bf64b3446f58bc3e98a7");
    private static final List<BlockId> BLOCKS = List.of(new BlockId("f542f16d"));
    private static final WriteFailure FAILURE = WriteFailure.of(FailureCode.MODEL_TRANSPORT, "what Ada said");

    static Stream<MemoryEvent> oneOfEachType() {
        return Stream.of(
                WriteStarted.of(OPERATION, true, 4),
                WriteCommitted.of(OPERATION, REVISION, 4, 2).withRemoved(BLOCKS),
                WriteRefused.of(OPERATION, FailureCode.COMMIT_REJECTED, List.of("uncited-prose")),
                WriteEnded.of(OPERATION, FAILURE),
                NothingToRecord.of(OPERATION, 4, "what Ada said"),
                OrganiseEnded.of(OPERATION, ReorganizeReport.failed(FAILURE)),
                IndexRebuilt.of(OPERATION, 9),
                HistoryBehind.of(OPERATION, 3),
                CoreOverflow.of(OPERATION, BLOCKS, 81, 120),
                OutsideEditAdopted.of(OPERATION, List.of("topics/a.md"), BLOCKS),
                OutsideEditQuarantined.of(OPERATION, "topics/a.md", 3, "dangling-link"),
                OutsideEditHeld.of(OPERATION, 30, 40),
                ViewEditKept.of(OPERATION, "core.md", ".scriptorium/kept/core.md"),
                RecoveryDone.of(OPERATION, 1, 0),
                ReplayAfterRestore.of(OPERATION, 5),
                SourceCharactersReplaced.of(OPERATION, 1));
    }

    @ParameterizedTest
    @MethodSource("oneOfEachType")
    void anEventReachesTheMethodOfItsType(MemoryEvent event) {
        List<String> calls = new ArrayList<>();
        MemoryListener listener = (MemoryListener) Proxy.newProxyInstance(
                MemoryListener.class.getClassLoader(), new Class<?>[] {MemoryListener.class}, (proxy, method, args) -> {
                    assertThat(args).containsExactly(event);
                    calls.add(method.getName());
                    return null;
                });
        event.deliverTo(listener);
        String type = event.getClass().getSimpleName();
        assertThat(calls).containsExactly(Character.toLowerCase(type.charAt(0)) + type.substring(1));
    }

    @ParameterizedTest
    @MethodSource("oneOfEachType")
    void anEventSaysWhatItBelongsToAndNothingThatWasSaid(MemoryEvent event) {
        assertThat(event.operationId()).isEqualTo("op-1");
        assertThat(event.workspace()).contains(WORKSPACE);
        assertThat(event.session()).contains(SESSION);
        assertThat(event.toString())
                .startsWith(event.getClass().getSimpleName() + "[operation=op-1, workspace=w-0a1b2c3d, session=s, ")
                .endsWith("]")
                .doesNotContain("Ada")
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @MethodSource("oneOfEachType")
    void aListenerNeedsNoMethodAtAll(MemoryEvent event) {
        event.deliverTo(MemoryListener.none());
        event.deliverTo(new MemoryListener() {});
    }

    @Test
    void everyMethodOfTheListenerHasAType() {
        List<String> heard = Arrays.stream(MemoryListener.class.getMethods())
                .filter(Method::isDefault)
                .map(method -> method.getParameterTypes()[0].getSimpleName())
                .toList();
        assertThat(oneOfEachType().map(event -> event.getClass().getSimpleName()))
                .containsExactlyInAnyOrderElementsOf(heard);
    }

    @Test
    void anEventKeepsWhatItWasGiven() {
        WriteCommitted committed = WriteCommitted.of(OPERATION, REVISION, 4, 2);
        assertThat(committed.removed()).isEmpty();
        assertThat(committed.withRemoved(BLOCKS)).satisfies(event -> {
            assertThat(event.removed()).isEqualTo(BLOCKS);
            assertThat(event.revision()).isEqualTo(REVISION);
            assertThat(event.turns()).isEqualTo(4);
            assertThat(event.files()).isEqualTo(2);
        });
        assertThat(NothingToRecord.of(OPERATION, 1, "small talk").reason()).isEqualTo("small talk");
        assertThat(CoreOverflow.of(OPERATION, BLOCKS, 81, 120).omitted()).isEqualTo(BLOCKS);
    }

    @Test
    void theEndOfAWriteSaysHowItWent() {
        WriteEnded well = WriteEnded.of(OPERATION, null);
        assertThat(well.ok()).isTrue();
        assertThat(well.retryable()).isFalse();
        assertThat(well.code()).isEmpty();

        WriteEnded badly = WriteEnded.of(OPERATION, FAILURE);
        assertThat(badly.ok()).isFalse();
        assertThat(badly.retryable()).isTrue();
        assertThat(badly.code()).contains(FailureCode.MODEL_TRANSPORT);
        assertThat(badly.retryAfter()).isEmpty();
    }

    @Test
    void theEndOfAnOrganisePassSaysHowItWent() {
        ReorganizeReport.Change change = ReorganizeReport.Change.of(TopicPath.CORE, 10, 8);
        OrganiseEnded well = OrganiseEnded.of(OPERATION, ReorganizeReport.ok(List.of(change)));
        assertThat(well.status()).isEqualTo(ReorganizeReport.Status.OK);
        assertThat(well.files()).isEqualTo(1);
        assertThat(well.code()).isEmpty();

        OrganiseEnded badly = OrganiseEnded.of(OPERATION, ReorganizeReport.failed(FAILURE));
        assertThat(badly.retryable()).isTrue();
        assertThat(badly.code()).contains(FailureCode.MODEL_TRANSPORT);
    }

    @Test
    void anOperationHasAnIdAndNeedsNoMore() {
        assertThatIllegalArgumentException().isThrownBy(() -> Operation.of(" "));
        assertThatIllegalArgumentException().isThrownBy(() -> Operation.of("", WORKSPACE));
        assertThat(Operation.of("op").workspace()).isEmpty();
        assertThat(HistoryBehind.of(Operation.of("op"), 1)).hasToString("HistoryBehind[operation=op, entries=1]");
    }
}
