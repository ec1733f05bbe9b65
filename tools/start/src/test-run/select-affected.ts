import type { StepName, TestScope } from './steps.js';

/** A package of this repository that a change affects, directly or through the packages it depends on. */
export interface AffectedPackage {
  name: string;
  /** Relative to the root. */
  folder: string;
}

export interface TestSelection {
  steps: ReadonlySet<StepName>;
  scope: TestScope;
}

/** Files that affect every package: settings of the compiler, linter, tests and dependencies, and the test tools. */
const GLOBAL_FILES =
  /^(package(-lock)?\.json|tsconfig[^/]*\.json|jest\.config\.ts|eslint\.config\.js|\.dependency-cruiser[^/]*|nx\.json|\.swcrc|\.prettier[^/]*|tools\/start\/(bootstrap|src\/test).*|libs\/testing\/.*)$/;

const IN_PACKAGE = /^(libs|services|tools|web|e2e)\//;
/** Folders whose unit tests read files that belong to no package: documents, manifests, and what Docker reads. */
const READERS_OF_OTHER_FILES = ['tools/manifests', 'tools/setup', 'services/notifier/src/channels/webhook'];

const LINTED = /\.(ts|tsx|js|mjs)$/;
const TYPED = /\.(ts|tsx|json)$/;

/** `changed.present` leaves out deleted files. Returns undefined if a changed file affects everything. */
export function selectAffected(
  changed: { all: readonly string[]; present: readonly string[] },
  packages: readonly AffectedPackage[],
): TestSelection | undefined {
  if (changed.all.some((file) => GLOBAL_FILES.test(file))) return undefined;
  const lintFiles = changed.present.filter((file) => LINTED.test(file));
  const readers = changed.all.some((file) => !IN_PACKAGE.test(file)) ? READERS_OF_OTHER_FILES : [];
  const packageFolders = [...packages.map(({ folder }) => folder), ...readers];
  const hasTypes = changed.all.some((file) => TYPED.test(file));
  const selected: [StepName, boolean][] = [
    ['lint', lintFiles.length > 0],
    ['imports', lintFiles.length > 0],
    ['capabilities', lintFiles.length > 0],
    ['format', changed.present.length > 0],
    ['types', hasTypes],
    ['unit', packageFolders.length > 0],
    ['medium', packages.length > 0],
    ['browser', packages.some(({ name }) => name === '@desk/e2e')],
  ];
  return {
    steps: new Set(selected.filter(([, isSelected]) => isSelected).map(([step]) => step)),
    scope: { lintFiles, formatFiles: changed.present, packageFolders },
  };
}
