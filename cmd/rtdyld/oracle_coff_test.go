package main

var coffOracles []oracle
