import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../../..');
const SDK = '/node_modules/stripe/';
const TYPESCRIPT = '/node_modules/typescript/';

/** What the type check allows, but the documentation of the provider does not. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly problem: string;
}

export interface Usage {
  /** How many calls of the SDK and how many reads of its objects were checked. */
  readonly calls: number;
  readonly reads: number;
  readonly findings: readonly Finding[];
}

function createProgram(files: readonly string[], texts: ReadonlyMap<string, string>): ts.Program {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (path) => texts.get(path) ?? readFile.call(host, path);
  host.fileExists = (path) => texts.has(path) || fileExists.call(host, path);
  return ts.createProgram([...files, ...texts.keys()], options, host);
}

const isDeclaredIn = (symbol: ts.Symbol | undefined, ...folders: string[]): boolean =>
  (symbol?.declarations ?? []).some((declaration) => {
    const { fileName } = declaration.getSourceFile();
    return folders.some((folder) => fileName.includes(folder));
  });

const partsOf = (type: ts.Type): readonly ts.Type[] =>
  type.isUnionOrIntersection() ? type.types.flatMap(partsOf) : [type];

const isAny = (type: ts.Type): boolean => (type.flags & ts.TypeFlags.Any) !== 0;
const isObject = (type: ts.Type): boolean => (type.flags & ts.TypeFlags.Object) !== 0;
const isOfSdk = (type: ts.Type): boolean =>
  partsOf(type).some((part) => isDeclaredIn(part.aliasSymbol ?? part.getSymbol(), SDK));

class UsageCheck {
  private readonly checker: ts.TypeChecker;
  private calls = 0;
  private reads = 0;
  private readonly findings: Finding[] = [];

  constructor(private readonly program: ts.Program) {
    this.checker = program.getTypeChecker();
  }

  run(files: readonly string[]): Usage {
    for (const file of files) {
      const source = this.program.getSourceFile(file);
      if (!source) throw new Error(`${file} is not part of the program`);
      for (const [comment] of source.text.matchAll(/@ts-(?:ignore|expect-error|nocheck)/g))
        this.report(source, `${comment} hides errors`);
      this.visit(source);
    }
    return { calls: this.calls, reads: this.reads, findings: this.findings };
  }

  private report(node: ts.Node, problem: string): void {
    const source = node.getSourceFile();
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    this.findings.push({ file: source.fileName.slice(ROOT.length + 1), line: line + 1, problem });
  }

  private visit(node: ts.Node): void {
    if (node.kind === ts.SyntaxKind.AnyKeyword) this.report(node, 'any hides the type');
    if (ts.isNonNullExpression(node)) this.report(node, 'a non-null assertion hides the type');
    if (ts.isTypeAssertionExpression(node) || (ts.isAsExpression(node) && node.type.getText() !== 'const'))
      this.report(node, 'a cast hides the type');
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) this.checkCall(node);
    if (ts.isPropertyAccessExpression(node)) this.checkRead(node.name, node.expression);
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent) && !node.dotDotDotToken)
      this.checkRead(node.propertyName ?? node.name, node.parent);
    ts.forEachChild(node, (child) => {
      this.visit(child);
    });
  }

  private checkCall(call: ts.CallExpression | ts.NewExpression): void {
    const signature = this.checker.getResolvedSignature(call);
    const declaration = signature?.getDeclaration();
    if (!signature || !declaration?.getSourceFile().fileName.includes(SDK)) return;
    this.calls += 1;
    const parameters = signature.getParameters();
    for (const [index, argument] of (call.arguments ?? []).entries()) {
      const parameter = parameters[index];
      if (!parameter || ts.isSpreadElement(argument)) continue;
      const argumentType = this.checker.getTypeAtLocation(argument);
      this.compare(argument, argumentType, this.checker.getTypeOfSymbolAtLocation(parameter, argument), '');
    }
  }

  /** Finds fields that the parameter lacks. The type check finds them only in literals at the call itself. */
  private compare(node: ts.Node, argumentType: ts.Type, parameter: ts.Type, path: string): void {
    if (isAny(argumentType)) this.report(node, `the parameter ${path} is any`);
    const allowed = partsOf(parameter).filter((type) => isObject(type) && isOfSdk(type));
    if (allowed.length === 0 || allowed.some((type) => this.hasIndex(type))) return;
    for (const part of partsOf(argumentType).filter(isObject)) {
      if (this.checker.isArrayLikeType(part) || part.getCallSignatures().length > 0) continue;
      for (const field of part.getProperties()) {
        const name = `${path}${field.name}`;
        const matches = allowed.flatMap((type) => this.checker.getPropertyOfType(type, field.name) ?? []);
        if (matches.length === 0) this.report(node, `the SDK has no parameter ${name}`);
        const type = this.checker.getTypeOfSymbolAtLocation(field, node);
        for (const match of matches) {
          if (this.isDeprecated(match)) this.report(node, `the parameter ${name} is deprecated`);
          this.compare(node, type, this.checker.getTypeOfSymbolAtLocation(match, node), `${name}.`);
        }
      }
    }
  }

  private hasIndex(type: ts.Type): boolean {
    return this.checker.getIndexInfosOfType(type).length > 0;
  }

  private isDeprecated(symbol: ts.Symbol): boolean {
    return symbol.getJsDocTags(this.checker).some(({ name }) => name === 'deprecated');
  }

  private checkRead(name: ts.Node, object: ts.Node): void {
    const type = this.checker.getTypeAtLocation(object);
    if (!isOfSdk(type)) return;
    this.reads += 1;
    const fieldName = name.getText();
    const fields = partsOf(type).flatMap((part) => this.checker.getPropertyOfType(part, fieldName) ?? []);
    const field = fields.find((symbol) => isDeclaredIn(symbol, SDK, TYPESCRIPT));
    if (!field) this.report(name, `the SDK has no field ${fieldName}`);
    else if (this.isDeprecated(field)) this.report(name, `the field ${fieldName} is deprecated`);
    else if (isAny(this.checker.getTypeOfSymbolAtLocation(field, name)))
      this.report(name, `the field ${fieldName} is any`);
  }
}

/** Checks how files use the SDK. `texts` replaces or adds files. */
export function checkStripeUsage(
  files: readonly string[],
  texts: ReadonlyMap<string, string> = new Map(),
): Usage {
  return new UsageCheck(createProgram(files, texts)).run([...files, ...texts.keys()]);
}
