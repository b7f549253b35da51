package dev.scriptorium.memory.bench.floor;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.Term;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.TreeFormatter;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.jspecify.annotations.Nullable;

/**
 * The least that a durable, all-or-nothing write of some files with history and search costs: the files and a manifest
 * forced, one commit without an index file and with forced objects, one reopened reader. Nothing is read, checked,
 * rendered or locked. Not thread-safe.
 */
public final class WriteFloor implements AutoCloseable {
    private final Path root;
    private final FileRepository repository;
    private final IndexWriter writer;
    private final Set<Path> packs = new HashSet<>();
    private DirectoryReader reader;

    WriteFloor(Path root, FileRepository repository, IndexWriter writer) throws IOException {
        this.root = root;
        this.repository = repository;
        this.writer = writer;
        this.reader = DirectoryReader.open(writer);
        newPacks(false);
    }

    /** Writes these files, whole or as the ends that they gain, in one step that survives a power cut. */
    public void write(Map<String, byte[]> whole, Map<String, byte[]> ends, byte[] manifest) throws IOException {
        Path tx = root.resolve("tx");
        Map<Path, Path> moves = new HashMap<>();
        Set<Path> directories = new TreeSet<>();
        for (Map.Entry<String, byte[]> file : whole.entrySet()) {
            Path payload = tx.resolve("payload-" + moves.size());
            create(payload, file.getValue(), false);
            moves.put(payload, root.resolve(file.getKey()));
        }
        create(tx.resolve("new"), manifest, false);
        Files.move(tx.resolve("new"), tx.resolve("manifest"), StandardCopyOption.ATOMIC_MOVE);
        force(tx);
        for (Map.Entry<Path, Path> move : moves.entrySet()) {
            Files.move(move.getKey(), move.getValue(), StandardCopyOption.ATOMIC_MOVE);
            directories.add(move.getValue().getParent());
        }
        for (Map.Entry<String, byte[]> end : ends.entrySet()) {
            create(root.resolve(end.getKey()), end.getValue(), true);
        }
        for (Path directory : directories) {
            force(directory);
        }
    }

    /** Commits these files, writing only the trees on their paths. */
    public void commit(Map<String, byte[]> files) throws IOException {
        ObjectId parent = repository.resolve(Constants.HEAD);
        try (ObjectReader objects = repository.newObjectReader();
                RevWalk walk = new RevWalk(objects);
                ObjectInserter inserter = repository.getObjectDatabase().newPackInserter()) {
            PersonIdent person = new PersonIdent("Floor", "floor@localhost");
            CommitBuilder commit = new CommitBuilder();
            commit.setParentId(parent);
            commit.setTreeId(tree(walk.parseCommit(parent).getTree(), files, objects, inserter));
            commit.setAuthor(person);
            commit.setCommitter(person);
            commit.setMessage("floor\n");
            ObjectId id = inserter.insert(commit);
            inserter.flush();
            newPacks(true);
            RefUpdate update = repository.updateRef(Constants.HEAD);
            update.setExpectedOldObjectId(parent);
            update.setNewObjectId(id);
            update.disableRefLog();
            if (update.update() != RefUpdate.Result.FAST_FORWARD) {
                throw new IOException("the floor's commit failed: " + update.getResult());
            }
        }
    }

    private static ObjectId tree(
            @Nullable ObjectId old, Map<String, byte[]> files, ObjectReader objects, ObjectInserter inserter)
            throws IOException {
        Map<String, ObjectId> entries = new TreeMap<>(); // a directory's name ends with a slash: Git's order
        if (old != null) {
            for (CanonicalTreeParser at = new CanonicalTreeParser(null, objects, old); !at.eof(); at.next()) {
                boolean directory = at.getEntryRawMode() == FileMode.TYPE_TREE;
                entries.put(at.getEntryPathString() + (directory ? "/" : ""), at.getEntryObjectId());
            }
        }
        Map<String, Map<String, byte[]>> below = new TreeMap<>();
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            int slash = file.getKey().indexOf('/') + 1;
            if (slash > 0) {
                below.computeIfAbsent(file.getKey().substring(0, slash), name -> new TreeMap<>())
                        .put(file.getKey().substring(slash), file.getValue());
            } else {
                entries.put(file.getKey(), inserter.insert(Constants.OBJ_BLOB, file.getValue()));
            }
        }
        for (Map.Entry<String, Map<String, byte[]>> directory : below.entrySet()) {
            String name = directory.getKey();
            entries.put(name, tree(entries.get(name), directory.getValue(), objects, inserter));
        }
        TreeFormatter out = new TreeFormatter();
        entries.forEach((name, id) -> {
            boolean directory = name.endsWith("/");
            out.append(
                    directory ? name.substring(0, name.length() - 1) : name,
                    directory ? FileMode.TREE : FileMode.REGULAR_FILE,
                    id);
        });
        return inserter.insert(out);
    }

    /** Replaces the documents of a file and makes them findable. */
    public void index(String file, Iterable<Document> documents) throws IOException {
        writer.updateDocuments(new Term(FloorSetup.FILE, file), documents);
        DirectoryReader newer = DirectoryReader.openIfChanged(reader, writer);
        if (newer != null) {
            reader.close();
            reader = newer;
        }
    }

    private static void create(Path file, byte[] bytes, boolean append) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file.toFile(), append)) {
            out.write(bytes);
            out.getFD().sync();
        }
    }

    private static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** The inserter forces nothing itself and does not say what it wrote. */
    private void newPacks(boolean force) throws IOException {
        Path directory = repository.getObjectsDirectory().toPath().resolve("pack");
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                if (packs.add(file) && force) {
                    force(file);
                }
            }
        }
        if (force) {
            force(directory);
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
        writer.close();
        repository.close();
    }
}
