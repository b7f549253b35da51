package dev.scriptorium.memory.testkit.contract;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Set;
import java.util.TreeSet;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs a kit as its users do, and keeps what became of each test: {@code Walks.stops}. */
final class KitRun implements TestExecutionListener {
    private final Set<String> failed = new TreeSet<>();
    private final Set<String> passed = new TreeSet<>();

    private KitRun() {}

    static KitRun of(Class<? extends Object> kit) {
        KitRun run = new KitRun();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(kit))
                                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                                .build(),
                        run);
        return run;
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        String name = test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(MethodSource.class::cast)
                .map(source -> source.getJavaClass().getSimpleName() + "." + source.getMethodName())
                .orElse(test.getDisplayName());
        if (result.getStatus() == TestExecutionResult.Status.FAILED) {
            failed.add(name);
        } else if (test.isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
            passed.add(name);
        }
    }

    Set<String> failed() {
        return failed;
    }

    Set<String> passed() {
        return passed;
    }
}
