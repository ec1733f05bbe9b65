export interface RunningServer {
  url: string;
  port: number;
  pid: number;
  /** Resolves when the server has ended for any reason. */
  exited: Promise<void>;
  stop: () => Promise<void>;
}
