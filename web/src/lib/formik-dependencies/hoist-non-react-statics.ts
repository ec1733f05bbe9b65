/** Formik copies statics only in `connect`, which we do not use. */
const hoistNonReactStatics = <T>(target: T): T => target;
export default hoistNonReactStatics;
