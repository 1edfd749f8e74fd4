"""The array types that the counts share."""

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
SetMasks = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
