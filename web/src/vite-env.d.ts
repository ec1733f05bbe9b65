interface ImportMetaEnv {
  readonly VITE_SUPPORT_EMAIL?: string;
  readonly VITE_SUPPORT_PHONE?: string;
}

declare module '*.woff2' {
  const url: string;
  export default url;
}
