package dev.scriptorium.memory.cli;

import picocli.CommandLine.IVersionProvider;

/** The version, from the manifest of the jar. */
final class CliVersion implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = CliVersion.class.getPackage().getImplementationVersion();
        return new String[] {"scriptorium " + (version == null ? "(not from a jar)" : version)};
    }
}
