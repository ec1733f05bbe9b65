import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Manifest } from '../render/manifest.js';
import { moduleOf } from './api-groups.js';

/** Not a real file: the compiler gets its text from memory. The folder decides where packages are found. */
const FILE = fileURLToPath(new URL('manifests-as-types.ts', import.meta.url));

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

const toSource = (manifests: readonly Manifest[]): string =>
  manifests
    .map((manifest, index) => {
      const { apiVersion, kind } = manifest;
      const module = `${moduleOf(apiVersion) ?? apiVersion}/${kind}`;
      return `import type { I${kind} as Kind${index} } from '${module}';\nexport const manifest${index}: Kind${index} = ${JSON.stringify(manifest, null, 1)};\n`;
    })
    .join('');

/** Returns fields that no published type has, and values of the wrong type, with the lines of the manifest as JSON. */
export function findTypeProblems(manifests: readonly Manifest[]): string[] {
  const source = toSource(manifests);
  const host = ts.createCompilerHost(OPTIONS);
  const readFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, language, ...rest) =>
    name === FILE ? ts.createSourceFile(name, source, language) : readFile(name, language, ...rest);
  const fileExists = host.fileExists.bind(host);
  host.fileExists = (name) => name === FILE || fileExists(name);
  const program = ts.createProgram([FILE], OPTIONS, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line : 0;
    return `${ts.flattenDiagnosticMessageText(messageText, ' ')} (${source.split('\n')[line]?.trim() ?? ''})`;
  });
}
