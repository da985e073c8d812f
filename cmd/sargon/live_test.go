package main

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestLive(t *testing.T) {
	var out strings.Builder
	l := live{terminal: &out}
	l.show("a\nb\n")
	l.show("c")
	l.show("")
	assert.Equal(t, "\r\x1b[Ja\nb\n"+"\x1b[2A\r\x1b[Jc"+"\r\x1b[J", out.String())
	out.Reset()
	synctest.Test(t, func(t *testing.T) {
		l.update(func() string { return "d" })
		l.update(func() string { return "too soon" })
		time.Sleep(time.Second)
		l.update(func() string { return "e" })
	})
	assert.Equal(t, "\r\x1b[Jd"+"\r\x1b[Je", out.String())
	liveOn(&out).show("no terminal")
	assert.NotContains(t, out.String(), "no terminal")
}
