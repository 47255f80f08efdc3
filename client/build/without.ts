/** Leaves out of a library what this application never runs. Throws when another version of it reads otherwise. */
export const without = (code: string, parts: readonly [from: string, to: string][]): string =>
  parts.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`A library no longer has "${from}". See client/build/light.ts.`);
    return text.replace(from, to);
  }, code);

/** Leaves out these methods of a class. */
export const withoutMethods = (code: string, names: readonly string[]): string =>
  names.reduce((text, name) => {
    const method = new RegExp(`^    (?:get )?${name}\\(.*\\{\\n(?:(?:     .*)?\\n)*    \\}\\n`, 'mu');
    if (!method.test(text)) throw new Error(`A library no longer has the method ${name}. See client/build/light.ts.`);
    return text.replace(method, '');
  }, code);

/** Empties these functions, so that the bundler leaves out calls of them, and what they alone use. */
export const withoutFunctions = (code: string, names: readonly string[]): string =>
  names.reduce((text, name) => {
    const body = new RegExp(`^function ${name}\\([^)]*\\) \\{\\n(?:(?:  .*)?\\n)*\\}$`, 'mu');
    if (!body.test(text)) throw new Error(`A library no longer has the function ${name}. See client/build/light.ts.`);
    return text.replace(body, `function ${name}() {}`);
  }, code);

/** Leaves out these functions that a constructor assigns to its object. */
export const withoutFields = (code: string, names: readonly string[]): string =>
  names.reduce((text, name) => {
    const field = new RegExp(`^    this\\.${name} = \\(.*\\{\\n(?:(?:     .*)?\\n)*    \\};\\n`, 'mu');
    if (!field.test(text)) throw new Error(`A library no longer has the function ${name}. See client/build/light.ts.`);
    return text.replace(field, '');
  }, code);
