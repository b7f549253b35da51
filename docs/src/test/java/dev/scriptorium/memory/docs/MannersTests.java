package dev.scriptorium.memory.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** How the libraries behave inside a host: which of them touch files, clocks, threads and the process. */
final class MannersTests {
    private static final Set<String> WRITING = Set.of(
            "write",
            "writeString",
            "newOutputStream",
            "newBufferedWriter",
            "newByteChannel",
            "move",
            "copy",
            "delete",
            "deleteIfExists",
            "createFile",
            "createDirectory",
            "createDirectories",
            "createLink",
            "createSymbolicLink",
            "createTempFile",
            "createTempDirectory",
            "setAttribute",
            "setLastModifiedTime",
            "setOwner",
            "setPosixFilePermissions");

    private static final Set<String> OPENING_TO_WRITE = Set.of(
            "java.io.FileOutputStream", "java.io.FileWriter", "java.io.PrintWriter", "java.nio.channels.FileChannel");

    /** Who writes bytes, renames and removes. The index and Git have directories of their own. */
    private static final List<String> WRITERS =
            packages("local.tx", "local.disk", "local.git", "retrieval.internal.lucene");

    /**
     * Who has files written by {@code Disk}: the door, marks and writer status, the note of deferred archives, exports, what
     * the watcher and the nights have done, and what moves an old layout away.
     */
    private static final List<String> WRITERS_OF_STATE =
            packages("local.tx", "local.state", "local.commit", "local.backup", "local.schedule", "local.migrate");

    /** What {@code Disk} does to directories and modes; whoever opens a workspace does so too. */
    private static final Set<String> SETTING_UP = Set.of("createDirectories", "restrict");

    private static final Set<String> ONLY_ASKING =
            Set.of("isTemporary", "isAbandoned", "randomHex", "observedBy", "observer");

    private static final String DURABLE_FILES = Module.ROOT + ".local.disk.Disk";

    private static final Set<String> CLOCKS = Set.of(
            "java.time.Instant",
            "java.time.LocalDate",
            "java.time.LocalTime",
            "java.time.LocalDateTime",
            "java.time.OffsetDateTime",
            "java.time.OffsetTime",
            "java.time.ZonedDateTime",
            "java.time.Year",
            "java.time.YearMonth",
            "java.time.MonthDay");

    private static final Pattern RANDOM_ACCESS = Pattern.compile("new\\s+RandomAccessFile\\(([^;]*?)\\)\\s*\\)");
    private static final Pattern MONITOR = Pattern.compile("\\bsynchronized\\s*\\(");

    private static List<String> packages(String... names) {
        return Arrays.stream(names).map(name -> Module.ROOT + "." + name).toList();
    }

    /** The accesses, method references included, of the classes of some modules that are of a kind. */
    private static Set<String> accesses(List<Module> modules, BiPredicate<JavaClass, AccessTarget> kind) {
        Set<String> found = new TreeSet<>();
        for (Module module : modules) {
            for (JavaClass type : module.classes()) {
                for (JavaAccess<?> access : type.getAccessesFromSelf()) {
                    if (kind.test(type, access.getTarget())) {
                        found.add(type.getName() + " -> " + access.getTarget().getFullName());
                    }
                }
            }
        }
        return found;
    }

    private static boolean isOf(AccessTarget target, String... owners) {
        return Arrays.asList(owners).contains(target.getOwner().getName());
    }

    @Test
    void only_the_door_the_index_and_the_history_write_files() {
        assertThat(accesses(
                        Module.libraries(),
                        (type, target) -> writes(target) && !WRITERS.contains(type.getPackageName())))
                .isEmpty();
    }

    private static boolean writes(AccessTarget target) {
        boolean files = isOf(target, "java.nio.file.Files") && WRITING.contains(target.getName());
        boolean stream = OPENING_TO_WRITE.contains(target.getOwner().getName())
                && (target.getName().equals("<init>") || target.getName().equals("open"));
        boolean modes = target.getOwner().getName().startsWith("java.nio.file.attribute.")
                && target.getName().startsWith("set");
        boolean old = isOf(target, "java.io.File")
                && Set.of("delete", "renameTo", "mkdir", "mkdirs", "createNewFile")
                        .contains(target.getName());
        return files || stream || modes || old;
    }

    @Test
    void durable_files_are_written_by_the_door_and_by_accounting_only() {
        assertThat(accesses(List.of(Module.LOCAL), (type, target) -> {
                    if (!isOf(target, DURABLE_FILES)
                            || type.getName().equals(DURABLE_FILES)
                            || ONLY_ASKING.contains(target.getName())) {
                        return false;
                    }
                    boolean opening = SETTING_UP.contains(target.getName())
                            && type.getPackageName().equals(Module.LOCAL.rootPackage());
                    return !opening && !WRITERS_OF_STATE.contains(type.getPackageName());
                }))
                .isEmpty();
    }

    @Test
    void files_opened_at_random_are_opened_to_be_read() {
        Set<String> writers = new TreeSet<>();
        for (Module module : Module.libraries()) {
            for (Path source : Project.sources(module.directory() + "/src/main")) {
                Matcher opened = RANDOM_ACCESS.matcher(Project.read(source));
                while (opened.find()) {
                    if (!opened.group(1).endsWith("\"r\"")) {
                        writers.add(source + ": " + opened.group());
                    }
                }
            }
        }
        assertThat(writers).isEmpty();
    }

    @Test
    void nobody_looks_at_a_clock_but_the_one_it_is_given() {
        assertThat(accesses(
                        Module.libraries(),
                        (type, target) -> asksTheTime(target)
                                && !type.getName().equals(Module.ROOT + ".local.LocalMemoryConfig$Builder")))
                .isEmpty();
    }

    private static boolean asksTheTime(AccessTarget target) {
        boolean clockless = target instanceof AccessTarget.CodeUnitCallTarget unit
                && unit.getRawParameterTypes().stream()
                        .noneMatch(parameter -> parameter.getName().equals("java.time.Clock"));
        boolean now =
                CLOCKS.contains(target.getOwner().getName()) && target.getName().equals("now") && clockless;
        boolean clock = isOf(target, "java.time.Clock")
                && (target.getName().startsWith("system") || target.getName().startsWith("tick"));
        boolean millis = isOf(target, "java.lang.System") && target.getName().equals("currentTimeMillis");
        boolean old = isOf(target, "java.util.Date", "java.util.GregorianCalendar")
                && target.getName().equals("<init>");
        boolean calendar =
                isOf(target, "java.util.Calendar") && target.getName().equals("getInstance");
        return now || clock || millis || old || calendar;
    }

    @Test
    void the_text_library_is_pure() {
        assertThat(dependencies(
                        Module.MARKDOWN,
                        target -> Module.below(target.getPackageName(), "java.io")
                                || Module.below(target.getPackageName(), "java.nio.file")
                                || Module.below(target.getPackageName(), "java.nio.channels")
                                || Module.below(target.getPackageName(), "java.net")
                                || isThreading(target)
                                || isLogging(target)))
                // Bytes in memory; no stream that leads anywhere.
                .containsOnly(Module.ROOT + ".markdown.topic.RelativePaths -> java.io.ByteArrayOutputStream");
    }

    @Test
    void the_contract_does_no_input_or_output_and_starts_nothing() {
        // A path may be named, an executor taken and a warning logged by the platform's own means.
        assertThat(dependencies(
                        Module.API,
                        target -> (Module.below(target.getPackageName(), "java.io")
                                        && !target.getName().equals("java.io.Serializable"))
                                || target.getName().equals("java.nio.file.Files")
                                || Module.below(target.getPackageName(), "java.nio.channels")
                                || Module.below(target.getPackageName(), "java.net")
                                || Module.below(target.getPackageName(), "java.util.logging")))
                .isEmpty();
    }

    private static boolean isThreading(JavaClass type) {
        return type.getName().equals("java.lang.Thread") || Module.below(type.getPackageName(), "java.util.concurrent");
    }

    private static boolean isLogging(JavaClass type) {
        return type.getName().startsWith("java.lang.System$Logger")
                || Module.below(type.getPackageName(), "java.util.logging");
    }

    private static Set<String> dependencies(Module module, Predicate<JavaClass> kind) {
        Set<String> found = new TreeSet<>();
        for (JavaClass type : module.classes()) {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                if (kind.test(dependency.getTargetClass().getBaseComponentType())) {
                    found.add(type.getName() + " -> "
                            + dependency.getTargetClass().getName());
                }
            }
        }
        return found;
    }

    @Test
    void no_monitor_is_taken() {
        Set<String> monitors = new TreeSet<>();
        for (Module module : Module.libraries()) {
            for (JavaClass type : module.classes()) {
                for (JavaMethod method : type.getMethods()) {
                    if (method.getModifiers().contains(JavaModifier.SYNCHRONIZED)) {
                        monitors.add(method.getFullName());
                    }
                }
            }
            // A block leaves nothing that ArchUnit could see.
            for (Path source : Project.sources(module.directory() + "/src/main")) {
                if (MONITOR.matcher(Project.read(source)).find()) {
                    monitors.add(source.toString());
                }
            }
        }
        assertThat(monitors).isEmpty();
    }

    @Test
    void the_process_belongs_to_the_host() {
        assertThat(accesses(Module.libraries(), (type, target) -> {
                    boolean streams = isOf(target, "java.lang.System")
                            && Set.of("out", "err", "in", "exit", "setProperty", "setProperties", "setOut", "setErr")
                                    .contains(target.getName());
                    boolean runtime = isOf(target, "java.lang.Runtime")
                            && Set.of("exit", "halt", "exec", "addShutdownHook").contains(target.getName());
                    boolean traces = target.getName().equals("printStackTrace");
                    return streams || runtime || traces || isOf(target, "java.lang.ProcessBuilder");
                }))
                .isEmpty();
    }

    @Test
    void no_thread_is_started_and_none_is_remembered() {
        assertThat(accesses(Module.libraries(), (type, target) -> {
                    boolean threads = isOf(target, "java.lang.Thread", "java.util.Timer")
                            && (target.getName().equals("<init>")
                                    || target.getName().equals("start"));
                    boolean pools = isOf(target, "java.util.concurrent.Executors", "java.util.concurrent.ForkJoinPool")
                            || (isOf(target, "java.util.concurrent.CompletableFuture")
                                    && target.getName().endsWith("Async"));
                    return threads || pools || isOf(target, "java.lang.ThreadLocal");
                }))
                .isEmpty();
    }

    @Test
    void every_lock_is_one_that_a_virtual_thread_may_wait_for() {
        // Object.wait and notify need a monitor.
        assertThat(accesses(
                        Module.libraries(),
                        (type, target) -> isOf(target, "java.lang.Object")
                                && Set.of("wait", "notify", "notifyAll").contains(target.getName())))
                .isEmpty();
    }

    @Test
    void no_finalizer_is_left() {
        Set<String> finalizers = new TreeSet<>();
        for (Module module : Module.libraries()) {
            for (JavaClass type : module.classes()) {
                type.getMethods().stream()
                        .filter(method -> method.getName().equals("finalize")
                                && method.getRawParameterTypes().isEmpty())
                        .map(JavaCodeUnit::getFullName)
                        .forEach(finalizers::add);
            }
        }
        assertThat(finalizers).isEmpty();
    }
}
