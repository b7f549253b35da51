package dev.scriptorium.memory.docs;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.domain.ThrowsDeclaration;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The map of ARCHITECTURE.md holds: who may know whom, and who may know which library. */
final class ArchitectureTests {
    private static final int AT_LEAST_CLASSES = 625;
    private static final String NULL_MARKED = "org.jspecify.annotations.NullMarked";

    /** Each library behind its one package. */
    private static final Map<String, Set<String>> HIDDEN = Map.of(
            "org.apache.lucene", Set.of("retrieval.internal.lucene", "bench.floor"),
            "org.eclipse.jgit", Set.of("local.git", "bench.floor"),
            "com.fasterxml.jackson", Set.of("local.internal.json", "cli.json", "bench.report", "bench.locomo"),
            "com.knuddels.jtokkit", Set.of("markdown.token"),
            "com.vladsch.flexmark", Set.of(),
            // Reached through java.sql.
            "org.sqlite", Set.of(),
            "picocli",
                    Set.of(
                            "cli",
                            "bench",
                            "bench.report",
                            "bench.gen",
                            "bench.search",
                            "bench.write",
                            "bench.crash",
                            "bench.contend",
                            "bench.locomo"));

    /** The records of the contract: yes is for ever. */
    private static final Set<String> RECORDS_OF_THE_CONTRACT = Set.of(
            "SessionId",
            "TurnId",
            "WorkspaceId",
            "TopicPath",
            "BlockId",
            "EvidenceId",
            "SourceRef",
            "Revision",
            "Speaker",
            "DateRange",
            "Violation");

    private static final Pattern MODULE_OF_LOCATION = Pattern.compile(".*/(memory-[a-z0-9]+)[/-].*");

    private static String packageOf(String name) {
        return Module.ROOT + "." + name;
    }

    private static boolean isInternal(String packageName) {
        return packageName.startsWith(Module.ROOT) && (packageName + ".").contains(".internal.");
    }

    @Test
    void enough_classes_are_looked_at() {
        assertThat(Module.CLASSES).hasSizeGreaterThanOrEqualTo(AT_LEAST_CLASSES);
        for (Module module : Module.values()) {
            assertThat(module.classes()).as(module.directory()).hasSizeGreaterThanOrEqualTo(module.atLeastClasses());
        }
    }

    @Test
    void nothing_points_back() {
        Set<String> back = new TreeSet<>();
        for (JavaClass type : Module.CLASSES) {
            Module own = Module.of(type).orElseThrow(() -> new AssertionError(type.getName() + " is in no module"));
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                Module.of(dependency.getTargetClass())
                        .filter(other -> other.compareTo(own) > 0)
                        .ifPresent(other -> back.add(type.getName() + " -> "
                                + dependency.getTargetClass().getName()));
            }
        }
        assertThat(back).isEmpty();
    }

    @Test
    void no_package_is_in_two_modules() {
        Set<String> misplaced = new TreeSet<>();
        for (JavaClass type : Module.CLASSES) {
            String location = type.getSource().orElseThrow().getUri().toString();
            Matcher module = MODULE_OF_LOCATION.matcher(location);
            if (!module.matches() || !Module.of(type).orElseThrow().directory().endsWith(module.group(1))) {
                misplaced.add(type.getName() + " in " + location);
            }
        }
        assertThat(misplaced).isEmpty();
    }

    @Test
    void what_is_internal_is_nobody_elses() {
        Set<String> intruders = new TreeSet<>();
        for (JavaClass type : Module.CLASSES) {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String target = dependency.getTargetClass().getPackageName();
                String home = isInternal(target) ? target.substring(0, (target + ".").indexOf(".internal.")) : "";
                if (!home.isEmpty() && !Module.below(type.getPackageName(), home)) {
                    intruders.add(type.getName() + " -> "
                            + dependency.getTargetClass().getName());
                }
            }
        }
        assertThat(intruders).isEmpty();
    }

    @Test
    void each_library_stays_behind_its_package() {
        Set<String> leaks = new TreeSet<>();
        for (JavaClass type : Module.CLASSES) {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String target = dependency.getTargetClass().getPackageName();
                HIDDEN.forEach((library, homes) -> {
                    if (Module.below(target, library)
                            && homes.stream()
                                    .noneMatch(home -> type.getPackageName().equals(packageOf(home)))) {
                        leaks.add(type.getName() + " -> "
                                + dependency.getTargetClass().getName());
                    }
                });
            }
        }
        assertThat(leaks).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_module_uses_no_library_but_its_own(Module module) {
        Set<String> strangers = new TreeSet<>();
        for (JavaClass type : module.classes()) {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String target =
                        dependency.getTargetClass().getBaseComponentType().getPackageName();
                boolean known = target.isEmpty()
                        || Module.below(target, "java")
                        || Module.below(target, "org.jspecify.annotations")
                        || Module.below(target, Module.ROOT)
                        || module.foreign().stream().anyMatch(library -> Module.below(target, library));
                if (!known) {
                    strangers.add(type.getName() + " -> "
                            + dependency.getTargetClass().getName());
                }
            }
        }
        assertThat(strangers).isEmpty();
    }

    @Test
    void no_public_signature_names_a_foreign_or_an_internal_type() {
        Set<String> leaks = new TreeSet<>();
        for (Module module : Module.libraries()) {
            for (JavaClass type : module.classes()) {
                if (isPublic(type) && !isInternal(type.getPackageName())) {
                    signatureTypes(type).stream()
                            .filter(ArchitectureTests::isHidden)
                            .forEach(hidden -> leaks.add(type.getName() + " shows " + hidden.getName()));
                }
            }
        }
        assertThat(leaks).isEmpty();
    }

    private static boolean isHidden(JavaClass type) {
        String name = type.getBaseComponentType().getPackageName();
        return isInternal(name)
                || HIDDEN.keySet().stream().anyMatch(library -> Module.below(name, library))
                || Module.below(name, "org.slf4j");
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(ArchitectureTests::isPublic).orElse(true);
    }

    private static boolean isShown(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }

    private static Set<JavaClass> signatureTypes(JavaClass type) {
        List<JavaType> named = new ArrayList<>(type.getInterfaces());
        type.getSuperclass().ifPresent(named::add);
        for (JavaField field : type.getFields()) {
            if (isShown(field.getModifiers())) {
                named.add(field.getType());
            }
        }
        Set<JavaClass> types = new LinkedHashSet<>();
        for (JavaCodeUnit unit : type.getCodeUnits()) {
            if (isShown(unit.getModifiers())) {
                named.add(unit.getReturnType());
                named.addAll(unit.getParameterTypes());
                unit.getTypeParameters().forEach(parameter -> named.addAll(parameter.getUpperBounds()));
                unit.getThrowsClause().stream()
                        .map(ThrowsDeclaration::getRawType)
                        .forEach(types::add);
            }
        }
        named.forEach(name -> types.addAll(name.getAllInvolvedRawTypes()));
        return types;
    }

    @Test
    void the_contract_has_the_records_it_promised_and_no_other() {
        List<String> records = Module.API.classes().stream()
                .filter(type -> type.isRecord() && isPublic(type))
                .map(JavaClass::getSimpleName)
                .toList();
        assertThat(records).containsExactlyInAnyOrderElementsOf(RECORDS_OF_THE_CONTRACT);
    }

    @ParameterizedTest
    @EnumSource
    void the_packages_of_a_module_have_no_cycle(Module module) {
        JavaClasses own =
                Module.CLASSES.that(DescribedPredicate.describe("classes of " + module.directory(), module::holds));
        slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public String getDescription() {
                        return "packages of " + module.directory();
                    }

                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass type) {
                        return SliceIdentifier.of(type.getPackageName());
                    }
                })
                .should()
                .beFreeOfCycles()
                // Two knots are known. The path of a topic is refused with the exception of the root package;
                .ignoreDependency(TopicPath.class, MemoryException.class)
                .ignoreDependency(TopicPath.class, ErrorCode.class)
                // and a reference is made of ids of a session, which are held against the same characters.
                .ignoreDependency(SourceRef.class, SessionId.class)
                .ignoreDependency(SourceRef.class, TurnId.class)
                .check(own);
    }

    @ParameterizedTest
    @EnumSource
    void the_map_names_every_package_of_a_module(Module module) {
        List<String> named = Project.page("ARCHITECTURE.md").table(module.directory()).stream()
                .map(row -> packageOf(row.get(0)))
                .toList();
        assertThat(module.classes().stream().map(JavaClass::getPackageName).distinct())
                .containsExactlyInAnyOrderElementsOf(named);
    }

    @Test
    void every_package_is_null_marked() {
        Set<String> unmarked = new TreeSet<>();
        for (JavaClass type : Module.CLASSES) {
            if (!type.getPackage().isAnnotatedWith(NULL_MARKED)) {
                unmarked.add(type.getPackageName());
            }
        }
        assertThat(unmarked).isEmpty();
    }
}
