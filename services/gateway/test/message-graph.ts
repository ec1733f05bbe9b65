import { globSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../../..');
const DECORATORS: ReadonlyMap<string, Handler['kind']> = new Map([
  ['HandleRoute', 'route'],
  ['HandleCommand', 'message'],
  ['HandleEvent', 'message'],
]);

interface Handler {
  /** The property of `routes`, or the variable of the message. */
  readonly name: string;
  readonly kind: 'route' | 'message';
  readonly body: ts.Node;
}

/** What a function uses: other functions, and messages that it sends. */
interface Uses {
  readonly functions: readonly ts.Node[];
  readonly messages: readonly string[];
}

/** What the handlers of a route or a message use, directly or through others. */
interface Reached {
  readonly functionNames: ReadonlySet<string>;
  readonly messages: ReadonlySet<string>;
}

/** Which functions and messages the handlers of all services reach, as the type checker resolves their names. */
export class MessageGraph {
  private readonly checker: ts.TypeChecker;
  private readonly files: ReadonlySet<ts.SourceFile>;
  private readonly handlers: readonly Handler[];
  private readonly implementations = new Map<ts.Symbol, ts.Node[]>();
  private readonly usesOf = new Map<ts.Node, Uses>();
  private readonly reached = new Map<string, Reached>();

  constructor() {
    const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
      config: object;
    };
    const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, ROOT);
    const names = globSync('services/*/src/**/*.ts', { cwd: ROOT }).filter(
      (name) => !name.endsWith('.spec.ts'),
    );
    const program = ts.createProgram(
      names.map((name) => join(ROOT, name)),
      { ...options, noEmit: true },
    );
    this.checker = program.getTypeChecker();
    this.files = new Set(
      program.getSourceFiles().filter(({ fileName }) => /\/(services|libs)\/[\w-]+\/src\//.test(fileName)),
    );
    for (const file of this.files) this.findImplementations(file);
    this.handlers = [...this.files].flatMap((file) => this.findHandlers(file));
  }

  get routeNames(): string[] {
    return this.handlers.flatMap(({ kind, name }) => (kind === 'route' ? [name] : []));
  }

  /**
   * Returns how a route leads to one of the functions or messages in `targets`, message by message; undefined if it
   * does not. Does not follow `exceptMessages`.
   */
  findPath(
    routeName: string,
    targets: ReadonlySet<string>,
    exceptMessages: ReadonlySet<string> = new Set(),
  ): string[] | undefined {
    const seen = new Set<string>();
    const visit = (name: string, kind: Handler['kind']): string[] | undefined => {
      const key = `${kind} ${name}`;
      if (seen.has(key) || exceptMessages.has(name)) return undefined;
      seen.add(key);
      const { functionNames, messages } = this.reach(name, kind);
      const found = [...functionNames, ...messages].find((used) => targets.has(used));
      if (found !== undefined) return [name, found];
      for (const message of messages) {
        const rest = visit(message, 'message');
        if (rest) return [name, ...rest];
      }
      return undefined;
    };
    return visit(routeName, 'route');
  }

  /** Lists calls of `publish` whose first argument is not a declared message, so that no path through them is found. */
  listUnknownPublications(): string[] {
    const unknown: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && this.isOutboxPublish(node.expression)) {
        const [event] = node.arguments;
        const symbol = event && ts.isIdentifier(event) ? this.resolve(event) : undefined;
        if (!symbol || !this.isMessage(symbol))
          unknown.push(`${node.getSourceFile().fileName}: ${node.getText()}`);
      }
      ts.forEachChild(node, visit);
    };
    for (const file of this.files) if (file.fileName.includes('/services/')) visit(file);
    return unknown;
  }

  /** Whether this is `publish` of a transaction. Other methods of this name are followed like any function. */
  private isOutboxPublish(callee: ts.Expression): boolean {
    if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'publish') return false;
    const [declaration] = this.resolve(callee.name as ts.Identifier)?.declarations ?? [];
    return declaration?.getSourceFile().fileName.includes('/libs/outbox/') === true;
  }

  private reach(name: string, kind: Handler['kind']): Reached {
    const known = this.reached.get(`${kind} ${name}`);
    if (known) return known;
    const handlers = this.handlers.filter((handler) => handler.kind === kind && handler.name === name);
    const seen = new Set<ts.Node>();
    const messages = new Set<string>();
    const open: ts.Node[] = handlers.map(({ body }) => body);
    for (let node = open.pop(); node; node = open.pop()) {
      if (seen.has(node)) continue;
      seen.add(node);
      const uses = this.listUses(node);
      open.push(...uses.functions);
      for (const message of uses.messages) messages.add(message);
    }
    const functionNames = new Set([...seen].flatMap((node) => nameOf(node) ?? []));
    const reached = { functionNames, messages };
    this.reached.set(`${kind} ${name}`, reached);
    return reached;
  }

  private listUses(node: ts.Node): Uses {
    const known = this.usesOf.get(node);
    if (known) return known;
    const functions: ts.Node[] = [];
    const messages: string[] = [];
    const visit = (child: ts.Node): void => {
      if (ts.isTypeNode(child) || ts.isDecorator(child)) return;
      if (ts.isIdentifier(child)) {
        const symbol = this.resolve(child);
        if (symbol && this.isMessage(symbol)) messages.push(symbol.name);
        else if (symbol) functions.push(...this.listBodies(symbol));
      }
      ts.forEachChild(child, visit);
    };
    ts.forEachChild(node, visit);
    const uses = { functions, messages };
    this.usesOf.set(node, uses);
    return uses;
  }

  private resolve(identifier: ts.Identifier): ts.Symbol | undefined {
    const symbol = this.checker.getSymbolAtLocation(identifier);
    return symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0
      ? this.checker.getAliasedSymbol(symbol)
      : symbol;
  }

  private isMessage(symbol: ts.Symbol): boolean {
    const [declaration] = symbol.declarations ?? [];
    return (
      declaration !== undefined &&
      ts.isVariableDeclaration(declaration) &&
      declaration.initializer !== undefined &&
      ts.isCallExpression(declaration.initializer) &&
      /^define(Command|Event)$/.test(declaration.initializer.expression.getText())
    );
  }

  private listBodies(symbol: ts.Symbol): ts.Node[] {
    const own = (symbol.declarations ?? []).flatMap((declaration) =>
      this.isOurs(declaration) && isFunction(declaration) ? [declaration] : [],
    );
    return [...own, ...(this.implementations.get(symbol) ?? [])];
  }

  private isOurs(node: ts.Node): boolean {
    return this.files.has(node.getSourceFile());
  }

  /** Remembers the methods that implement or override one of another type. */
  private findImplementations(node: ts.Node): void {
    if (ts.isClassDeclaration(node))
      for (const { types } of node.heritageClauses ?? [])
        for (const type of types)
          for (const member of node.members) {
            const name = member.name && ts.isIdentifier(member.name) ? member.name.text : undefined;
            const base = name && this.checker.getPropertyOfType(this.checker.getTypeAtLocation(type), name);
            if (base) this.implementations.set(base, [...(this.implementations.get(base) ?? []), member]);
          }
    ts.forEachChild(node, (child) => this.findImplementations(child));
  }

  private findHandlers(node: ts.Node): Handler[] {
    const own: Handler[] = ts.isMethodDeclaration(node)
      ? (ts.getDecorators(node) ?? []).flatMap(({ expression }) => {
          if (!ts.isCallExpression(expression)) return [];
          const kind = DECORATORS.get(expression.expression.getText());
          const [argument] = expression.arguments;
          return kind && argument
            ? [{ kind, name: argument.getText().replace('routes.', ''), body: node }]
            : [];
        })
      : [];
    // `forward('route', message, …)`
    if (ts.isCallExpression(node) && node.expression.getText() === 'forward') {
      const [route] = node.arguments;
      if (route && ts.isStringLiteral(route)) own.push({ kind: 'route', name: route.text, body: node });
    }
    const inner: Handler[] = [];
    ts.forEachChild(node, (child) => {
      inner.push(...this.findHandlers(child));
    });
    return [...own, ...inner];
  }
}

/** An object that is created with functions counts as one, such as a `Batcher`, which calls its function later. */
const isFunction = (node: ts.Node): boolean =>
  ts.isFunctionDeclaration(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isGetAccessor(node) ||
  ((ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) &&
    node.initializer !== undefined &&
    (ts.isArrowFunction(node.initializer) ||
      ts.isFunctionExpression(node.initializer) ||
      ts.isNewExpression(node.initializer)));

const nameOf = (node: ts.Node): string | undefined =>
  (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isVariableDeclaration(node)) &&
  node.name &&
  ts.isIdentifier(node.name)
    ? node.name.text
    : undefined;
