import { mkdirSync } from 'node:fs';
import { open, readFile, rename, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** One line of the journal: `kind` says who reads it. */
export interface JournalEntry {
  readonly kind: string;
  readonly value: unknown;
}

/** `durable` resolves when everything written before the call would survive a SIGKILL. */
export interface Journal {
  write(entry: JournalEntry): void;
  durable(): Promise<void>;
  close(): Promise<void>;
}

/** Without a state folder nothing outlives the process. */
export const memoryJournal: Journal = {
  write: () => undefined,
  durable: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/**
 * Append-only file. Writers that come while a sync is under way share the next one, so that the cost of a sync
 * is shared under load. A failing disk ends the process: an effect that cannot be kept must not be answered.
 */
class FileJournal implements Journal {
  private waiting: string[] = [];
  private written = 0;
  private synced = 0;
  private flushing: Promise<void> | undefined;

  constructor(private readonly file: FileHandle) {}

  write(entry: JournalEntry): void {
    this.waiting.push(`${JSON.stringify(entry)}\n`);
    this.written += 1;
  }

  async durable(): Promise<void> {
    const mine = this.written;
    while (this.synced < mine) {
      this.flushing ??= this.flush().finally(() => {
        this.flushing = undefined;
      });
      await this.flushing;
    }
  }

  private async flush(): Promise<void> {
    // One turn of the loop lets requests that are already here share the sync.
    await new Promise(setImmediate);
    const lines = this.waiting;
    const upTo = this.written;
    this.waiting = [];
    try {
      await this.file.appendFile(lines.join(''));
      await this.file.datasync();
    } catch (error) {
      console.error('sandbox: the journal cannot be written:', error);
      process.exit(1);
    }
    this.synced = upTo;
  }

  async close(): Promise<void> {
    await this.durable();
    await this.file.close();
  }
}

const parseLine = (line: string): JournalEntry | undefined => {
  try {
    const entry = JSON.parse(line) as JournalEntry | null;
    return typeof entry?.kind === 'string' ? entry : undefined;
  } catch {
    return undefined;
  }
};

/** The entries of a journal. A half-written last line is what a kill leaves behind; it was never answered. */
async function readEntries(path: string): Promise<JournalEntry[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.flatMap((line, index) => {
    const entry = parseLine(line);
    if (!entry && index < lines.length - 1)
      throw new Error(`${path}: line ${index + 1} is damaged; move the file away to start empty`);
    return entry ? [entry] : [];
  });
}

/**
 * Reads what is there through `restore`, then writes the state left (`snapshot`) to a new file, so that the
 * journal does not grow with every start.
 */
export async function openJournal(
  folder: string,
  restore: (entry: JournalEntry) => void,
  snapshot: () => Iterable<JournalEntry>,
): Promise<Journal> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'journal.jsonl');
  for (const entry of await readEntries(path)) restore(entry);

  const fresh = `${path}.new`;
  const file = await open(fresh, 'w');
  let batch: string[] = [];
  for (const entry of snapshot()) {
    batch.push(`${JSON.stringify(entry)}\n`);
    if (batch.length >= 1_000) {
      await file.appendFile(batch.join(''));
      batch = [];
    }
  }
  await file.appendFile(batch.join(''));
  await file.sync();
  await rename(fresh, path);
  const directory = await open(folder, 'r');
  await directory.sync();
  await directory.close();
  return new FileJournal(file);
}
