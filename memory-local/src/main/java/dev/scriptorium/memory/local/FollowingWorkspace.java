package dev.scriptorium.memory.local;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Function;

/** A workspace whose parts may be kept while settings change: each call goes to what is open when it begins. */
final class FollowingWorkspace implements MemoryWorkspace {
    private final WorkspaceRead read;
    private final WorkspaceChange change;
    private final WorkspaceHistory history;
    private final WorkspaceMaintenance maintenance;

    FollowingWorkspace(LatestWorkspace latest) {
        this.read = following(WorkspaceRead.class, latest, MemoryWorkspace::read);
        this.change = following(WorkspaceChange.class, latest, MemoryWorkspace::change);
        this.history = following(WorkspaceHistory.class, latest, MemoryWorkspace::history);
        this.maintenance = following(WorkspaceMaintenance.class, latest, MemoryWorkspace::maintain);
    }

    private static <T> T following(Class<T> part, LatestWorkspace latest, Function<MemoryWorkspace, T> of) {
        return part.cast(Proxy.newProxyInstance(
                part.getClassLoader(), new Class<?>[] {part}, (proxy, method, arguments) -> {
                    if (method.getDeclaringClass().equals(Object.class)) {
                        return ofObject(part, proxy, method.getName(), arguments);
                    }
                    OpenWorkspace open = latest.enter();
                    try {
                        return method.invoke(of.apply(open.workspace()), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    } finally {
                        open.leave();
                    }
                }));
    }

    /** A part is the same one for as long as the backend is open, whatever it stands for. */
    private static Object ofObject(Class<?> part, Object proxy, String method, Object[] arguments) {
        return switch (method) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> part.getSimpleName();
        };
    }

    @Override
    public WorkspaceRead read() {
        return read;
    }

    @Override
    public WorkspaceChange change() {
        return change;
    }

    @Override
    public WorkspaceHistory history() {
        return history;
    }

    @Override
    public WorkspaceMaintenance maintain() {
        return maintenance;
    }
}
