import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../../..');
const FILE = join(import.meta.dirname, 'sdk-shapes-of-the-pinned-version.ts');

/** What the SDK of the pinned API version declares. */
export interface SdkShapes {
  /** Returns the names of the properties of a type, such as `Stripe.RefundListParams`. */
  listProperties(typeName: string): string[];
  /** Returns the properties of a type that hold an id, or the object that it names. */
  listExpandable(typeName: string): string[];
  /** Returns what is missing in a value, unknown, or of another type. */
  findDifferences(value: unknown, typeName: string): string[];
}

const partsOf = (type: ts.Type): readonly ts.Type[] =>
  type.isUnion() ? type.types.flatMap(partsOf) : [type];
const has = (type: ts.Type, flags: ts.TypeFlags): boolean =>
  partsOf(type).some((part) => (part.flags & flags) !== 0 || part.isIntersection());
const isObject = (type: ts.Type): boolean => (type.flags & ts.TypeFlags.Object) !== 0;

/** Reads the types once for all names, because creating a program takes seconds. */
export function readSdkShapes(typeNames: readonly string[]): SdkShapes {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  const text = [
    "import type Stripe from 'stripe';",
    ...typeNames.map((name, index) => `export type Shape${index} = ${name};`),
  ].join('\n');
  host.readFile = (path) => (path === FILE ? text : readFile.call(host, path));
  host.fileExists = (path) => path === FILE || fileExists.call(host, path);
  const program = ts.createProgram([FILE], options, host);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(FILE);
  const types = new Map<string, ts.Type>();
  source?.forEachChild((node) => {
    if (!ts.isTypeAliasDeclaration(node)) return;
    const type = checker.getTypeAtLocation(node.name);
    if ((type.flags & ts.TypeFlags.Any) !== 0) throw new Error(`the SDK has no ${node.type.getText()}`);
    types.set(node.type.getText(), type);
  });
  const typeOf = (name: string): ts.Type => {
    const type = types.get(name);
    if (!type || !source) throw new Error(`${name} was not read`);
    return type;
  };
  const typeOfProperty = (property: ts.Symbol): ts.Type =>
    checker.getTypeOfSymbolAtLocation(property, source ?? property.valueDeclaration ?? ({} as ts.Node));
  const objectNameOf = (type: ts.Type): unknown => {
    const property = type.getProperty('object');
    const declared = property && typeOfProperty(property);
    return declared?.isStringLiteral() ? declared.value : undefined;
  };

  const compareObject = (value: Readonly<Record<string, unknown>>, type: ts.Type, path: string): string[] => {
    const parts = partsOf(type).filter(isObject);
    const part = parts.find((one) => objectNameOf(one) === value['object']) ?? parts[0];
    if (!part) return [`${path} is an object`];
    if (checker.getIndexInfosOfType(part).length > 0) return [];
    const properties = part.getProperties();
    const isRequired = ({ flags }: ts.Symbol): boolean => (flags & ts.SymbolFlags.Optional) === 0;
    return [
      ...properties
        .filter((property) => isRequired(property) && !(property.name in value))
        .map(({ name }) => `${path}.${name} is missing`),
      ...Object.entries(value).flatMap(([name, inner]) => {
        const property = part.getProperty(name);
        return property
          ? compare(inner, typeOfProperty(property), `${path}.${name}`)
          : [`${path}.${name} is unknown`];
      }),
    ];
  };
  const compare = (value: unknown, type: ts.Type, path: string): string[] => {
    if (value === null) return has(type, ts.TypeFlags.Null) ? [] : [`${path} is null`];
    if (Array.isArray(value)) {
      const array = partsOf(type).find((part) => checker.isArrayType(part));
      const [element] = array ? checker.getTypeArguments(array as ts.TypeReference) : [];
      return element
        ? value.flatMap((item, index) => compare(item, element, `${path}.${index}`))
        : [`${path} is a list`];
    }
    if (typeof value === 'object') return compareObject(value as Record<string, unknown>, type, path);
    const flags = {
      string: ts.TypeFlags.StringLike,
      number: ts.TypeFlags.NumberLike,
      boolean: ts.TypeFlags.BooleanLike,
    }[typeof value as 'string'];
    return has(type, flags) ? [] : [`${path} is a ${typeof value}`];
  };

  return {
    listProperties: (name) =>
      typeOf(name)
        .getProperties()
        .map((property) => property.name),
    listExpandable: (name) =>
      typeOf(name)
        .getProperties()
        .filter((property) => {
          const type = typeOfProperty(property);
          return (
            has(type, ts.TypeFlags.String) &&
            partsOf(type).some((part) => isObject(part) && objectNameOf(part) !== undefined)
          );
        })
        .map((property) => property.name),
    findDifferences: (value, name) => compare(value, typeOf(name), '$'),
  };
}
