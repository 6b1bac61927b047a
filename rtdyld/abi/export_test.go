package abi

// RaceEnabled says that the race detector, which allocates, is there.
const RaceEnabled = raceEnabled
