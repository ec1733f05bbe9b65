/** Opens the documentation of posting beside what shows the link: a new key, which is not shown again. */
export const PostingDocsLink = ({ children }: { children: string }) => (
  <p className="mt-4">
    <a
      href="/docs/posting"
      target="_blank"
      rel="noreferrer"
      className="link inline-flex min-h-11 items-center"
    >
      {children}
    </a>
  </p>
);
