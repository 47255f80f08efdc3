/** An error that says what to do about a new version of a library. */
export const missing = (what: string): Error =>
  new Error(
    `The installed version of a library has no ${what}. Find it in client/build/light-*.ts, delete the entry or write it as the ` +
      'library has it now, and run `npm run weight` (docs/weight-and-vitals.md).',
  );

/** Replaces these parts of a library's code. Throws when one is not there. */
export const without = (code: string, parts: readonly [from: string, to: string][]): string =>
  parts.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw missing(`"${from}"`);
    return text.replace(from, to);
  }, code);

/** Leaves out these methods of a class. */
export const withoutMethods = (code: string, names: readonly string[]): string =>
  names.reduce((text, name) => {
    const method = new RegExp(`^    (?:get )?${name}\\(.*\\{\\n(?:(?:     .*)?\\n)*    \\}\\n`, 'mu');
    if (!method.test(text)) throw missing(`method ${name}`);
    return text.replace(method, '');
  }, code);

/** Empties these functions, so that the bundler leaves out calls of them, and what they alone use. */
export const withoutFunctions = (code: string, names: readonly string[]): string =>
  names.reduce((text, name) => {
    const body = new RegExp(`^function ${name.replace('$', '\\$')}\\([^)]*\\) \\{\\n(?:(?:  .*)?\\n)*\\}$`, 'mu');
    if (!body.test(text)) throw missing(`function ${name}`);
    return text.replace(body, `function ${name}() {}`);
  }, code);

/** Leaves out the methods that the code adds to this function's prototype. */
export function withoutPrototype(code: string, name: string): string {
  const method = new RegExp(`^${name}\\.prototype\\.\\w+ = function \\((?:.*\\n)*?\\};\\n`, 'gmu');
  if (code.search(method) < 0) throw missing(`methods of ${name}`);
  return code.replaceAll(method, '');
}
