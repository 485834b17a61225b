module example

go 1.26.0

tool github.com/gzuidhof/tygo

require (
	github.com/gzuidhof/tygo v0.2.20
	haulfront/render v0.0.0
)

replace haulfront/render => ../..
