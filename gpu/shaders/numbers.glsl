// Functions to within about one unit in the last place, the same on every device: Vulkan lets a driver's own exp and
// log be far less exact than the tolerances of the ops. All are series cut off below float32's rounding.

const float kLn2High = 0.693145752;  // its last 9 bits are 0: a small whole number times it is exact
const float kLn2Low = 1.42860677e-6;
const float kLog2E = 1.44269504;

/// exp(x) - 1 for |x| <= ln(2) / 2, by its power series.
float expm1Near0(float x) {
  float sum = 1.0 / 40320.0;
  sum = sum * x + 1.0 / 5040.0;
  sum = sum * x + 1.0 / 720.0;
  sum = sum * x + 1.0 / 120.0;
  sum = sum * x + 1.0 / 24.0;
  sum = sum * x + 1.0 / 6.0;
  sum = sum * x + 0.5;
  return sum * x * x + x;
}

/// exp(x) as 2^n exp(r) with |r| <= ln(2) / 2; the power of two in two steps, for results below the normal numbers.
float exponential(float x) {
  if (isNotANumber(x)) return x;
  if (x > 88.8) return infinity();
  if (x < -104.0) return 0.0;
  const float n = roundEven(x * kLog2E);
  const float r = (x - n * kLn2High) - n * kLn2Low;
  const int first = int(n) / 2;
  const float half1 = uintBitsToFloat(uint(first + 127) << 23);
  const float half2 = uintBitsToFloat(uint(int(n) - first + 127) << 23);
  return (1.0 + expm1Near0(r)) * half1 * half2;
}

/// log(x) as n ln(2) + 2 artanh(s) with s = (m - 1) / (m + 1) and m in [sqrt(1/2), sqrt(2)).
float logarithm(float x) {
  if (isNotANumber(x) || x < 0.0) return notANumber();
  if (x == 0.0) return -infinity();
  if (x == infinity()) return x;
  int n = 0;
  if (x < 1.17549435e-38) {
    x *= 8388608.0;
    n = -23;
  }
  const uint bits = floatBitsToUint(x);
  n += int(bits >> 23) - 127;
  float m = uintBitsToFloat((bits & 0x007FFFFFu) | 0x3F800000u);
  if (m > 1.41421354) {
    m *= 0.5;
    n += 1;
  }
  const float f = m - 1.0;
  const float s = f / (2.0 + f);
  const float z = s * s;
  float series = 2.0 / 11.0;
  series = series * z + 2.0 / 9.0;
  series = series * z + 2.0 / 7.0;
  series = series * z + 2.0 / 5.0;
  series = series * z + 2.0 / 3.0;
  series *= z;
  // 2 s + s series = f - s (f - series), which rounds f only once.
  return float(n) * kLn2High + (f - (s * (f - series) - float(n) * kLn2Low));
}

float expm1(float x) { return abs(x) < 0.34 ? expm1Near0(x) : exponential(x) - 1.0; }

float hyperbolicTangent(float x) {
  if (isNotANumber(x)) return x;
  if (abs(x) > 9.1) return sign(x);
  const float e = expm1(2.0 * x);
  return e / (e + 2.0);
}

float sigmoid(float x) { return 1.0 / (1.0 + exponential(-x)); }

/// The error function: its power series below 1, above it 1 - exp(-x^2) p(t) with t = 1 / (1 + x / 2), where p was
/// fitted to exp(x^2) erfc(x) on [1, 4] by least squares over Chebyshev points.
float errorFunction(float x) {
  if (isNotANumber(x)) return x;
  const float size = abs(x);
  const float z = x * x;
  if (size < 1.0) {
    float series = -1.0 / 918086400.0;
    series = series * z + 1.0 / 76204800.0;
    series = series * z - 1.0 / 6894720.0;
    series = series * z + 1.0 / 685440.0;
    series = series * z - 1.0 / 75600.0;
    series = series * z + 1.0 / 9360.0;
    series = series * z - 1.0 / 1320.0;
    series = series * z + 1.0 / 216.0;
    series = series * z - 1.0 / 42.0;
    series = series * z + 0.1;
    series = series * z - 1.0 / 3.0;
    return 1.12837917 * x * (1.0 + z * series);
  }
  if (size > 4.0) return sign(x);
  const float t = 1.0 / (1.0 + 0.5 * size);
  float p = -0.0193017591;
  p = p * t - 0.165941501;
  p = p * t + 0.546303227;
  p = p * t + 0.00236491439;
  p = p * t + 0.369154899;
  p = p * t + 0.265767177;
  p = p * t + 0.00127105886;
  return sign(x) * (1.0 - exponential(-z) * p);
}
