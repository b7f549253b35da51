package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.lib.AbbreviatedObjectId;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;

/** Shows an {@link ObjectStore} to JGit's walks. */
final class StoreReader extends ObjectReader {
    private final ObjectStore store;
    private final Path shallow;

    StoreReader(ObjectStore store, GitLayout layout) {
        this(store, layout.git().resolve("shallow"));
    }

    private StoreReader(ObjectStore store, Path shallow) {
        this.store = store;
        this.shallow = shallow;
    }

    @Override
    public ObjectReader newReader() {
        return new StoreReader(store, shallow);
    }

    @Override
    public Collection<ObjectId> resolve(AbbreviatedObjectId id) throws IOException {
        return store.resolve(id);
    }

    @Override
    public ObjectLoader open(AnyObjectId id, int typeHint) throws IOException {
        StoredObject object = store.read(id);
        if (typeHint != OBJ_ANY && typeHint != object.type()) {
            throw new IncorrectObjectTypeException(id.copy(), typeHint);
        }
        return new ObjectLoader.SmallObject(object.type(), object.bytes());
    }

    /** The commits whose parents were left behind by a shallow clone. */
    @Override
    public Set<ObjectId> getShallowCommits() throws IOException {
        Set<ObjectId> commits = new HashSet<>();
        String text = GitFiles.text(shallow).orElse("");
        text.lines().filter(ObjectId::isId).forEach(line -> commits.add(ObjectId.fromString(line)));
        return commits;
    }

    @Override
    public void close() {
        // The store outlives its readers.
    }
}
