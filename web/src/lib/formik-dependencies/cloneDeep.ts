const cloneDeep = <T>(value: T): T => structuredClone(value);
export default cloneDeep;
