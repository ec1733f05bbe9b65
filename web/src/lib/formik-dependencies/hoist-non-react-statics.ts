/** Replaces the package of this name: Formik needs it only for `connect`, which we do not use. */
const hoistNonReactStatics = <T>(target: T): T => target;
export default hoistNonReactStatics;
