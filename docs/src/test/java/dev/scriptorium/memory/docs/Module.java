package dev.scriptorium.memory.docs;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The modules, each standing only on those before it. */
enum Module {
    API("memory-api", 90, Set.of()),
    MARKDOWN("memory-markdown", 140, Set.of("com.knuddels.jtokkit")),
    RETRIEVAL("memory-retrieval", 85, Set.of("org.apache.lucene", "org.slf4j")),
    LOCAL("memory-local", 220, Set.of("org.eclipse.jgit", "com.fasterxml.jackson", "org.slf4j")),
    TESTKIT("memory-testkit", 20, Set.of("org.junit.jupiter", "org.assertj", "org.opentest4j")),
    LANGCHAIN4J("adapters/memory-langchain4j", 10, Set.of("dev.langchain4j", "org.slf4j")),
    CLI("tools/memory-cli", 70, Set.of("picocli", "com.fasterxml.jackson", "dev.langchain4j")),
    BENCH(
            "tools/memory-bench",
            30,
            Set.of("picocli", "com.fasterxml.jackson", "org.apache.lucene", "org.eclipse.jgit", "jdk.jfr"));

    /** The package that all of them are below. */
    static final String ROOT = "dev.scriptorium.memory";

    /** The production classes of every module. */
    static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT)
            .that(DescribedPredicate.describe(
                    "classes of a module", type -> !below(type.getPackageName(), Module.class.getPackageName())));

    private final String directory;
    private final int atLeastClasses;

    @SuppressWarnings("ImmutableEnumChecker") // made by Set.of
    private final Set<String> foreign;

    Module(String directory, int atLeastClasses, Set<String> foreign) {
        this.directory = directory;
        this.atLeastClasses = atLeastClasses;
        this.foreign = foreign;
    }

    /** Its directory, from the root of the project. */
    String directory() {
        return directory;
    }

    /** Its root package; all its packages begin so, and those of no other module. */
    String rootPackage() {
        int dash = directory.lastIndexOf('-');
        return ROOT + "." + directory.substring(dash + 1);
    }

    /** A floor under the number of classes analysed: a proof about nothing proves nothing. */
    int atLeastClasses() {
        return atLeastClasses;
    }

    /** Packages of others that it may use. */
    Set<String> foreign() {
        return foreign;
    }

    /** Whether hosts depend on it in production. */
    boolean library() {
        return compareTo(LOCAL) <= 0 || this == LANGCHAIN4J;
    }

    /** The libraries. */
    static List<Module> libraries() {
        return Arrays.stream(values()).filter(Module::library).toList();
    }

    /** Its classes. */
    List<JavaClass> classes() {
        return CLASSES.stream().filter(this::holds).toList();
    }

    /** Whether a class is one of its own. */
    boolean holds(JavaClass type) {
        return below(type.getPackageName(), rootPackage());
    }

    /** The module of a class; empty for a class of others. */
    static Optional<Module> of(JavaClass type) {
        return Arrays.stream(values()).filter(module -> module.holds(type)).findFirst();
    }

    /** Whether a package is another, or below it. */
    static boolean below(String packageName, String above) {
        return packageName.equals(above) || packageName.startsWith(above + ".");
    }
}
