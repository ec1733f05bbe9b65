// Loaded into each process of a traced system (`node --import`). On SIGUSR2, writes which built files of ours had functions
// called since the last signal.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';

const OURS = /\/((?:services|libs)\/[^/]+)\/dist\/(.+)\.js$/;
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

let count = 0;
process.on('SIGUSR2', () => {
  session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
    const files = result.flatMap(({ url, functions }) => {
      const [, folder, file] = OURS.exec(url) ?? [];
      // The top level of a script, which begins at 0, runs when it is imported.
      const wasCalled = functions.some(({ ranges: [range] }) => range.startOffset > 0 && range.count > 0);
      return folder && wasCalled ? [`${folder}/src/${file}.ts`] : [];
    });
    writeFileSync(join(process.env.TRACE_DIR, `${process.pid}.${(count += 1)}.json`), JSON.stringify(files));
  });
});
