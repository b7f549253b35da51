package dev.scriptorium.memory.bench.gen;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number of bytes such as 10MB; a megabyte is a million bytes. */
public final class ByteSize implements ITypeConverter<Long> {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,3})?)\\s*(B|KB|MB|GB)?");

    /** For picocli. */
    public ByteSize() {}

    @Override
    public Long convert(String text) {
        Matcher form = FORM.matcher(text.strip().toUpperCase(Locale.ROOT));
        if (!form.matches()) {
            throw new TypeConversionException("expected a size such as 500KB, 10MB, 1GB; found \"" + text + "\"");
        }
        String unit = form.group(2) == null ? "B" : form.group(2);
        double factor = switch (unit) {
            case "KB" -> 1e3;
            case "MB" -> 1e6;
            case "GB" -> 1e9;
            default -> 1;
        };
        return Math.round(Double.parseDouble(form.group(1)) * factor);
    }
}
