import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openPrivateLog, readLastLines, stopProcessOnExit } from '@desk/embedded-servers';
import { CrashCounter } from './restart-delay.js';

interface ProcessSpec {
  name: string;
  file: string;
  env: NodeJS.ProcessEnv;
  nodeArgs: readonly string[];
  logFile: string;
  /** If the launcher is killed, processes with a higher priority are stopped first. */
  stopPriority: number;
  isReady: () => Promise<boolean>;
  /** Pause before a crashed process is restarted. By default it grows with each crash. */
  restartDelayMs: number | undefined;
  /** Reports a crash or a process that had to be killed. */
  onProblem: (message: string) => void;
  onSpawn: (pid: number) => void;
}

const READY_TIMEOUT_MS = 60_000;
const READY_POLL_MS = 50;
const STOP_GRACE_MS = 15_000;
const LOG_LINES_IN_ERROR = 15;

/** Runs a Node process and restarts it when it crashes. */
export class ManagedProcess {
  private child: ChildProcess | undefined;
  private exited: Promise<void> = Promise.resolve();
  /** False once a stop was requested. */
  private shouldRun = false;
  /** A crash before the process was first ready is not retried, because its cause is usually a wrong setting. */
  private wasReady = false;
  private readonly crashes = new CrashCounter();

  private file: string;

  constructor(private readonly spec: ProcessSpec) {
    this.file = spec.file;
  }

  get name(): string {
    return this.spec.name;
  }

  /** Undefined while the process is down. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /**
   * Starts the process and waits until it is ready.
   * @throws with the end of its log if it ends before
   */
  async start(): Promise<void> {
    this.shouldRun = true;
    this.spawn();
    await this.waitUntilReady();
    this.wasReady = true;
  }

  /** Resolves once the process is ready, if necessary after restarts. */
  async waitUntilReady(): Promise<void> {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!(this.child && (await this.spec.isReady()))) {
      if (!this.shouldRun) throw new Error(`${this.name} was stopped.`);
      if (!this.child && !this.wasReady) throw this.createError('ended before it was ready');
      if (Date.now() > deadline) throw this.createError(`was not ready within ${READY_TIMEOUT_MS / 1_000} s`);
      await pause(READY_POLL_MS);
    }
  }

  /** Sends SIGTERM, then SIGKILL when its time for running work is over. The process is not restarted. */
  async stop(): Promise<void> {
    this.shouldRun = false;
    this.wasReady = false;
    const { child } = this;
    if (!child) return;
    child.kill('SIGTERM');
    const graceMs = Math.max(STOP_GRACE_MS, Number(this.spec.env.SHUTDOWN_SECONDS ?? 0) * 1_000);
    const timer = setTimeout(() => {
      this.spec.onProblem(`! ${this.name} did not stop within ${graceMs / 1_000} s and was killed`);
      child.kill('SIGKILL');
    }, graceMs);
    await this.exited;
    clearTimeout(timer);
  }

  /** Stops the process and starts another program in its place, as an update does. */
  async replaceProgram(file: string): Promise<void> {
    await this.stop();
    this.file = file;
    await this.start();
  }

  /** Simulates a crash, after which the process is restarted. Resolves when the process has ended. */
  async kill(): Promise<void> {
    const { exited } = this;
    this.child?.kill('SIGKILL');
    await exited;
  }

  private spawn(): void {
    const { env, nodeArgs, logFile, stopPriority } = this.spec;
    const log = openPrivateLog(logFile);
    const startedAt = Date.now();
    // In its own session, so that Ctrl-C in the terminal reaches only the launcher, which stops all in order.
    const child = spawn(process.execPath, [...nodeArgs, this.file], {
      env,
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.child = child;
    const { pid } = child;
    const unwatch = pid === undefined ? undefined : stopProcessOnExit(pid, 'SIGTERM', stopPriority);
    if (pid !== undefined) this.spec.onSpawn(pid);
    this.exited = new Promise((resolve) => {
      const onEnd = (reason: string): void => {
        unwatch?.();
        if (this.child === child) this.child = undefined;
        resolve();
        if (this.wasReady && this.shouldRun) void this.restartAfterCrash(reason, Date.now() - startedAt);
      };
      child.once('exit', (code, signal) => {
        onEnd(signal ?? `exit code ${code ?? '?'}`);
      });
      child.once('error', (error) => {
        onEnd(error.message);
      });
    });
  }

  private async restartAfterCrash(reason: string, uptimeMs: number): Promise<void> {
    const growingDelayMs = this.crashes.recordCrash(uptimeMs);
    const delayMs = this.spec.restartDelayMs ?? growingDelayMs;
    this.spec.onProblem(
      `! ${this.name} crashed (${reason}) and restarts in ${delayMs} ms; see ${this.spec.logFile}`,
    );
    await pause(delayMs);
    if (!this.wasReady || !this.shouldRun || this.child) return;
    this.spawn();
  }

  private createError(problem: string): Error {
    const { logFile } = this.spec;
    return new Error(
      `${this.name} ${problem}. The end of ${logFile}:\n${readLastLines(logFile, LOG_LINES_IN_ERROR)}`,
    );
  }
}
