/** Still to come. */
export function MessagesPage() {
  return <main id="main" />;
}
