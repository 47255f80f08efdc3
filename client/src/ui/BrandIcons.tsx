import { cx } from './cx';

const size = (own = 'size-4.5') => cx('shrink-0', own);

/** Google's letter, in the current text colour. */
export function GoogleIcon({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="currentColor" className={size(className)}>
      <path d="M12.2 10.2v3.9h5.5c-.5 2.400-2.500 3.800-5.500 3.800a5.900 5.900 0 1 1 3.900-10.300l2.900-2.900A10 10 0 1 0 12.200 22c5.800 0 9.700-4.100 9.700-9.800 0-.7-.1-1.400-.2-2z" />
    </svg>
  );
}

/** GitHub's mark, in the current text colour. */
export function GithubIcon({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="currentColor" className={size(className)}>
      <path d="M12 2a10 10 0 0 0-3.160 19.490c.5.090.680-.220.680-.480v-1.700c-2.780.6-3.370-1.340-3.370-1.340-.450-1.160-1.110-1.470-1.110-1.470-.910-.620.070-.610.070-.610 1 .070 1.530 1.030 1.530 1.030.890 1.530 2.340 1.090 2.910.830.090-.650.350-1.090.630-1.340-2.220-.250-4.550-1.110-4.550-4.940 0-1.090.390-1.980 1.030-2.680-.1-.250-.450-1.270.1-2.640 0 0 .840-.270 2.750 1.020a9.560 9.560 0 0 1 5 0c1.910-1.290 2.750-1.020 2.750-1.020.550 1.370.2 2.390.1 2.640.640.7 1.030 1.590 1.030 2.680 0 3.840-2.340 4.690-4.570 4.930.360.310.680.920.680 1.850v2.740c0 .270.180.580.690.480A10 10 0 0 0 12 2z" />
    </svg>
  );
}
