/**
 * A decimal number as Go prints it: with an exponent below 1e-4 and from 1e+06, as `%v` and its
 * encoder of YAML do.
 */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  if (Object.is(value, -0)) return "-0";
  const [mantissa, power] = value.toExponential().split("e") as [string, string];
  const exponent = Number(power);
  // JavaScript writes numbers of this range without an exponent too.
  if (value === 0 || (exponent >= -4 && exponent < EXPONENT_FROM)) return String(value);
  const sign = exponent < 0 ? "-" : "+";
  return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

const EXPONENT_FROM = 6;
