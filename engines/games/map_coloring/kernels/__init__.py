"""Map colouring in Numba: arrays in, arrays out; agrees with `policies` trial by trial.

- `workspace`  the rules as numbers, and the scratch arrays
- `vectors`    operations on many cells at once
- `maps`       from a stream to a map
- `links`      from a map to its graph
- `grown`      the same for maps that have grown, cell by cell
- `plays`      one play of a map
- `colorable`  whether a map can be coloured at all
- `trials`     the loop over trials
"""

from __future__ import annotations
