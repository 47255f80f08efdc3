import { without } from './without.ts';

// Saves 6 kB on every page.

/** React Router names its components by statements, which keep in the bundle what nothing uses. */
const NAMES = /^\w+\.displayName = .*;$/gmu;
/** So do calls that might do something else than make a component. */
const CALLS = /= (?=React\d*\.(?:forwardRef|createContext|memo)\()/gu;
/**
 * Statements that lead to code for its framework and data routers, neither of which this application has. Its warnings and refusals are for
 * mistakes in the use of its components, which a development build and the tests still report.
 */
const FRAMEWORK: [from: string, to: string][] = [
  ...['invariant(value', 'warning(cond', 'warningOnce(key', 'getInvalidPathError(char'].map(
    (name): [string, string] => [`function ${name}`, `/* @__NO_SIDE_EFFECTS__ */ function ${name}`],
  ),
  ['let dataRouterState = dataRouterOpts?.state;', 'const dataRouterState = undefined;'],
  ['return isDataRoute ? useNavigateStable() : useNavigateUnstable();', 'return useNavigateUnstable();'],
  ['RenderErrorBoundary.contextType = RSCRouterContext;', ''],
  ['let routerState = React10.useContext(DataRouterStateContext);', 'const routerState = null;'],
  ['function usePrefetchBehavior(prefetch, theirElementProps) {', '$& return [false, null, {}];'],
  ['return shouldPrefetch && !isAbsolute ?', 'return false ?'],
];

/** Leaves out of React Router what this application never runs. */
export const withoutUnusedOfRouter = (code: string): string =>
  (code.includes('function usePrefetchBehavior') ? without(code, FRAMEWORK) : code)
    .replace(NAMES, '')
    .replace(CALLS, '= /* @__PURE__ */ ');
