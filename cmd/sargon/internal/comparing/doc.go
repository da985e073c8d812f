// Package comparing is the command `sargon compare`: it turns words into a comparison of
// engines, shows how far it is, and writes its reports.
//
//	options := comparing.Flags(fs, version)
//	err := options.Run(ctx, io, args)
//
// What is compared, and how, is in package compare.
package comparing
