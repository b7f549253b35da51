package dev.scriptorium.memory.testkit.workspace;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test a {@link TemporaryWorkspace}, as a parameter or by {@link #workspace()}, and looks after it: when a
 * test has passed, every backend is closed, one is opened again, and the test fails unless the workspace is sound: no
 * problem that a check finds, history and views and index as they must be, nothing left over, every lock free.
 *
 * <pre>{@code
 * @ExtendWith(WorkspaceExtension.class)
 * class OurAgentTests {
 *     @Test
 *     void itRemembers(TemporaryWorkspace memory) {
 *         memory.store().session("s").say("u1", "I moved to Lisbon in May.");
 *         memory.write("s");
 *     }
 * }
 * }</pre>
 *
 * @since 0.1
 */
public final class WorkspaceExtension implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(WorkspaceExtension.class);
    private static final String KEY = "workspace";

    private volatile @Nullable TemporaryWorkspace current;

    /** An extension for {@code @ExtendWith} or {@code @RegisterExtension}. */
    public WorkspaceExtension() {}

    /**
     * The workspace of the running test, for an extension that is registered in a field of the test instance.
     *
     * @throws IllegalStateException when no test runs
     */
    public TemporaryWorkspace workspace() {
        TemporaryWorkspace workspace = current;
        if (workspace == null) {
            throw new IllegalStateException("no test is running");
        }
        return workspace;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        current = of(context);
    }

    private static TemporaryWorkspace of(ExtensionContext context) {
        return context.getStore(NAMESPACE)
                .computeIfAbsent(KEY, key -> TemporaryWorkspace.create(), TemporaryWorkspace.class);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        TemporaryWorkspace workspace = of(context);
        current = null;
        try {
            if (context.getExecutionException().isEmpty()) {
                workspace.verify();
            }
        } finally {
            workspace.delete();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == TemporaryWorkspace.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return of(context);
    }
}
