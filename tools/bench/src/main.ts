import { readOptions, USAGE } from './options.js';
import { findScenario } from './scenarios.js';

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    console.log(USAGE);
    return;
  }
  const run = findScenario(options.scenario);
  const report = await run(options, (message) => console.error(message));
  console.log(report.text);
  if (!report.isSound) process.exitCode = 1;
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});
