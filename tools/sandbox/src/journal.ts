import { mkdir, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** One line of the journal. `kind` determines which part of the sandbox restores it. */
export interface JournalEntry {
  readonly kind: string;
  readonly value: unknown;
}

export interface Journal {
  write(entry: JournalEntry): void;
  /** Resolves once everything written before the call would survive a SIGKILL. */
  durable(): Promise<void>;
  close(): Promise<void>;
}

/** Used without a state folder: nothing outlives the process. */
export const memoryJournal: Journal = {
  write: () => undefined,
  durable: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/**
 * Append-only file. Writers that arrive during a sync share the next one, which keeps syncs cheap under load. A disk
 * error ends the process, because an effect that cannot be stored must not be answered.
 */
class FileJournal implements Journal {
  private pendingLines: string[] = [];
  private written = 0;
  private synced = 0;
  private flushing: Promise<void> | undefined;

  constructor(private readonly file: FileHandle) {}

  write(entry: JournalEntry): void {
    this.pendingLines.push(`${JSON.stringify(entry)}\n`);
    this.written += 1;
  }

  async durable(): Promise<void> {
    const target = this.written;
    while (this.synced < target) {
      this.flushing ??= this.flush().finally(() => {
        this.flushing = undefined;
      });
      await this.flushing;
    }
  }

  private async flush(): Promise<void> {
    // Lets requests that have already arrived share this sync.
    await new Promise(setImmediate);
    const lines = this.pendingLines;
    const upTo = this.written;
    this.pendingLines = [];
    try {
      await this.file.appendFile(lines.join(''));
      await this.file.datasync();
    } catch (error) {
      console.error('sandbox: journal write failed:', error);
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

/** Returns the entries of a journal. Ignores a half-written last line: it is from a request that was never answered. */
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
 * Passes the existing entries to `restore`, then rewrites the file from `snapshot`, so that the journal does not grow
 * with every start.
 */
export async function openJournal(
  folder: string,
  restore: (entry: JournalEntry) => void,
  snapshot: () => Iterable<JournalEntry>,
): Promise<Journal> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'journal.jsonl');
  for (const entry of await readEntries(path)) restore(entry);

  const newPath = `${path}.new`;
  await rm(newPath, { force: true });
  // Mails and messages contain personal data, which other users of the machine must not read.
  const file = await open(newPath, 'wx', 0o600);
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
  await rename(newPath, path);
  const directory = await open(folder, 'r');
  await directory.sync();
  await directory.close();
  return new FileJournal(file);
}
