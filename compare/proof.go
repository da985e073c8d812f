package compare

import (
	"fmt"
	"strings"
)

// Proof is how much of a search is compared; each includes those before it.
type Proof int

// The depths of proof.
const (
	ProofMove  Proof = iota // the best move
	ProofScore              // score and number of evaluations
	ProofTrace              // every evaluation: ply, move, value
	ProofState              // and what it rests on
)

var proofNames = [...]string{"move", "score", "trace", "state"}

// String returns "move", "score", "trace" or "state".
func (p Proof) String() string { return proofNames[p] }

// ParseProof reads what String writes.
func ParseProof(text string) (Proof, error) {
	for i, name := range proofNames {
		if name == text {
			return Proof(i), nil
		}
	}
	return 0, fmt.Errorf("depth of proof %q: want one of %s", text, strings.Join(proofNames[:], ", "))
}

// MarshalText writes the name.
func (p Proof) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads the name.
func (p *Proof) UnmarshalText(text []byte) (err error) {
	*p, err = ParseProof(string(text))
	return err
}
