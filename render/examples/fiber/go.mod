module example

go 1.26.0

require haulfront v0.0.0

replace haulfront => ../../..
