import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stopProcessOnExit, readLastLines } from '@desk/embedded-servers';
import { backOff } from './back-off.js';

export interface ProcessSpec {
  name: string;
  file: string;
  env: NodeJS.ProcessEnv;
  nodeArgs: readonly string[];
  logFile: string;
  /** Those of a higher rank are stopped first, should the launcher be killed. */
  rank: number;
  /** Answers once the process does its work. */
  isReady: () => Promise<boolean>;
  /** Before a process that died is started again; by default it grows with each death. */
  restartDelayMs: number | undefined;
  note: (line: string) => void;
  /** Told of each process that is started. */
  spawned: (pid: number) => void;
}

const readyWithinMs = 60_000;

/** A Node process that is kept running: one that dies unasked is started again. */
export class ManagedProcess {
  /** How often it died unasked and was started again. */
  restarts = 0;
  private child: ChildProcess | undefined;
  private exited: Promise<void> = Promise.resolve();
  private wanted = false;
  private supervised = false;
  private deathsInARow = 0;

  private readonly spec: ProcessSpec;

  constructor(spec: ProcessSpec) {
    this.spec = spec;
  }

  get name(): string {
    return this.spec.name;
  }

  /** Of the process that runs now; `undefined` while none does. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Starts it and waits until it is ready. Throws with the end of its log when it dies before. */
  async start(): Promise<void> {
    this.wanted = true;
    this.spawn();
    await this.ready();
    this.supervised = true;
  }

  /** Resolves once the process answers that it is ready, through any number of restarts. */
  async ready(): Promise<void> {
    const deadline = Date.now() + readyWithinMs;
    while (!(this.child && (await this.spec.isReady()))) {
      if (!this.wanted) throw new Error(`${this.name} was stopped.`);
      if (!this.child && !this.supervised) throw this.failure('ended before it was ready');
      if (Date.now() > deadline) throw this.failure(`was not ready within ${readyWithinMs / 1000} s`);
      await pause(50);
    }
  }

  /** SIGTERM, and SIGKILL after `graceMs`. It stays down until `start` or `restart`. */
  async stop(graceMs = 15_000): Promise<void> {
    this.wanted = false;
    this.supervised = false;
    const { child } = this;
    if (!child) return;
    child.kill('SIGTERM');
    const timer = setTimeout(() => {
      this.spec.note(`! ${this.name} did not stop within ${graceMs / 1000} s and was killed`);
      child.kill('SIGKILL');
    }, graceMs);
    await this.exited;
    clearTimeout(timer);
  }

  /** Stops it in an orderly way and starts it anew, with other variables if given. */
  async restart(env: NodeJS.ProcessEnv = {}): Promise<void> {
    await this.stop();
    Object.assign(this.spec.env, env);
    await this.start();
  }

  /** As a crash would: it is started again. Resolves when the process is gone. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const { exited } = this;
    this.child?.kill(signal);
    await exited;
  }

  private spawn(): void {
    const { file, env, nodeArgs, logFile, rank } = this.spec;
    mkdirSync(dirname(logFile), { recursive: true });
    const log = openSync(logFile, 'a');
    const startedAt = Date.now();
    // A session of its own: Ctrl-C in the terminal reaches the launcher alone, which stops all in order.
    const child = spawn(process.execPath, [...nodeArgs, file], {
      env,
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.child = child;
    const release = child.pid === undefined ? undefined : stopProcessOnExit(child.pid, 'SIGTERM', rank);
    if (child.pid !== undefined) this.spec.spawned(child.pid);
    this.exited = new Promise((resolve) => {
      const end = (how: string): void => {
        release?.();
        if (this.child === child) this.child = undefined;
        resolve();
        if (this.supervised && this.wanted) void this.revive(how, Date.now() - startedAt);
      };
      child.once('exit', (code, signal) => {
        end(signal ?? `exit code ${code ?? '?'}`);
      });
      child.once('error', (error) => {
        end(error.message);
      });
    });
  }

  private async revive(how: string, livedMs: number): Promise<void> {
    this.deathsInARow = livedMs > 30_000 ? 1 : this.deathsInARow + 1;
    const delay = this.spec.restartDelayMs ?? backOff(this.deathsInARow);
    this.spec.note(
      `! ${this.name} ended (${how}) and is started again in ${delay} ms; see ${this.spec.logFile}`,
    );
    await pause(delay);
    if (!this.supervised || !this.wanted || this.child) return;
    this.restarts += 1;
    this.spawn();
  }

  private failure(what: string): Error {
    return new Error(
      `${this.name} ${what}. The end of ${this.spec.logFile}:\n${readLastLines(this.spec.logFile, 15)}`,
    );
  }
}
