package main

var machoOracles []oracle
