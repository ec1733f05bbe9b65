const clone = <T extends object>(value: T): T =>
  Array.isArray(value) ? (value.slice() as unknown as T) : { ...value };
export default clone;
