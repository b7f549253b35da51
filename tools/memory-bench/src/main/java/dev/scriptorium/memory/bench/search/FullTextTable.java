package dev.scriptorium.memory.bench.search;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The full-text table of SQLite, FTS5, with every setting at its default: the ten best for any of the words. */
final class FullTextTable implements AutoCloseable {
    private static final int BEST = 10;

    private final Connection connection;
    private final PreparedStatement insert;
    private final PreparedStatement select;

    private FullTextTable(Connection connection) throws SQLException {
        this.connection = connection;
        this.insert = connection.prepareStatement("INSERT INTO documents(text) VALUES (?)");
        this.select = connection.prepareStatement(
                "SELECT rowid FROM documents WHERE documents MATCH ? ORDER BY rank LIMIT " + BEST);
    }

    /** A new database in a file; what is added is one transaction. */
    static FullTextTable create(Path file) throws IOException {
        try {
            Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE VIRTUAL TABLE documents USING fts5(text)");
            }
            connection.setAutoCommit(false);
            return new FullTextTable(connection);
        } catch (SQLException e) {
            throw new IOException("SQLite: " + e.getMessage(), e);
        }
    }

    void add(String text) throws IOException {
        try {
            insert.setString(1, text);
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IOException("SQLite: " + e.getMessage(), e);
        }
    }

    /** Puts on disk what was added. */
    void commit() throws IOException {
        try {
            connection.commit();
        } catch (SQLException e) {
            throw new IOException("SQLite: " + e.getMessage(), e);
        }
    }

    /** How many of the best were found. */
    int search(String words) throws IOException {
        String match = Arrays.stream(words.split("[^\\p{L}\\p{N}]+", -1))
                .filter(word -> !word.isEmpty())
                .map(word -> '"' + word + '"')
                .collect(Collectors.joining(" OR "));
        try {
            select.setString(1, match);
            int found = 0;
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found++;
                }
            }
            return found;
        } catch (SQLException e) {
            throw new IOException("SQLite: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IOException("SQLite: " + e.getMessage(), e);
        }
    }
}
