// Command reference lets the Go project's own code for signed notes and transparency logs judge Pitboss's.
//
//	reference check        reads questions from standard input, and says what is right and what is not
//	reference feed URL KEY sends the checkpoints of a log of its own to a witness, and verifies what comes back
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// question is one thing to be judged, and whether it is expected to be right.
type question struct {
	Kind  string      `json:"kind"` // note, inclusion or consistency
	Right bool        `json:"right"`
	Keys  []string    `json:"keys"`
	Note  string      `json:"note"`
	Size  int64       `json:"size"`
	Root  tlog.Hash   `json:"root"`
	Index int64       `json:"index"` // of the leaf, or the size of the older tree
	Hash  tlog.Hash   `json:"hash"`  // of the leaf, or the root of the older tree
	Proof []tlog.Hash `json:"proof"`
}

func main() {
	var err error
	switch {
	case len(os.Args) == 2 && os.Args[1] == "check":
		err = check(os.Stdin)
	case len(os.Args) == 4 && os.Args[1] == "feed":
		err = feed(os.Args[2], os.Args[3])
	default:
		err = fmt.Errorf("usage: reference check | feed URL KEY")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func check(input io.Reader) error {
	var questions []question
	if err := json.NewDecoder(input).Decode(&questions); err != nil {
		return err
	}
	count := map[string]int{}
	for number, asked := range questions {
		err := judge(asked)
		if (err == nil) != asked.Right {
			return fmt.Errorf("question %d (%s): right is %v, but: %v", number, asked.Kind, asked.Right, err)
		}
		count[fmt.Sprintf("%s, right: %v", asked.Kind, asked.Right)]++
	}
	return json.NewEncoder(os.Stdout).Encode(count)
}

func judge(asked question) error {
	switch asked.Kind {
	case "note":
		_, err := open(asked.Note, asked.Keys)
		return err
	case "inclusion":
		return tlog.CheckRecord(asked.Proof, asked.Size, asked.Root, asked.Index, asked.Hash)
	case "consistency":
		return tlog.CheckTree(asked.Proof, asked.Size, asked.Root, asked.Index, asked.Hash)
	}
	return fmt.Errorf("unknown kind %q", asked.Kind)
}

// open verifies a note with all keys: each of them must have signed.
func open(text string, keys []string) (*note.Note, error) {
	var verifiers []note.Verifier
	for _, key := range keys {
		verifier, err := newVerifier(key)
		if err != nil {
			return nil, err
		}
		verifiers = append(verifiers, verifier)
	}
	opened, err := note.Open([]byte(text), note.VerifierList(verifiers...))
	if err != nil {
		return nil, err
	}
	if len(opened.Sigs) != len(keys) {
		return nil, fmt.Errorf("%d of %d keys have signed", len(opened.Sigs), len(keys))
	}
	return opened, nil
}

// cosignatureVerifier adds the one algorithm that the reference lacks: Ed25519 with a time.
type cosignatureVerifier struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (v *cosignatureVerifier) Name() string    { return v.name }
func (v *cosignatureVerifier) KeyHash() uint32 { return v.hash }
func (v *cosignatureVerifier) Verify(text, signature []byte) bool {
	if len(signature) != 8+ed25519.SignatureSize {
		return false
	}
	time := binary.BigEndian.Uint64(signature)
	message := fmt.Sprintf("cosignature/v1\ntime %d\n%s", time, text)
	return ed25519.Verify(v.key, []byte(message), signature[8:])
}

func newVerifier(key string) (note.Verifier, error) {
	name, rest, _ := strings.Cut(key, "+")
	hash, material, _ := strings.Cut(rest, "+")
	content, err := base64.StdEncoding.DecodeString(material)
	if err != nil || len(content) != 1+ed25519.PublicKeySize || content[0] != 4 {
		return note.NewVerifier(key)
	}
	sum := sha256.Sum256([]byte(name + "\n" + string(content)))
	id := binary.BigEndian.Uint32(sum[:])
	if fmt.Sprintf("%08x", id) != hash {
		return nil, fmt.Errorf("the hash of %s is wrong", key)
	}
	return &cosignatureVerifier{name, id, content[1:]}, nil
}

// feed grows a log of 300 records, and has a witness cosign it again and again.
func feed(url, witnessKey string) error {
	const origin = "reference.example/log"
	secret := os.Getenv("REFERENCE_LOG_KEY")
	signer, err := note.NewSigner(secret)
	if err != nil {
		return err
	}
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		var found []tlog.Hash
		for _, index := range indexes {
			found = append(found, stored[index])
		}
		return found, nil
	})
	var old, size int64
	cosigned := 0
	for _, next := range []int64{1, 2, 5, 8, 64, 100, 256, 257, 300} {
		for ; size < next; size++ {
			hashes, err := tlog.StoredHashes(size, []byte(strconv.FormatInt(size, 10)), reader)
			if err != nil {
				return err
			}
			stored = append(stored, hashes...)
		}
		root, err := tlog.TreeHash(size, reader)
		if err != nil {
			return err
		}
		var proof tlog.TreeProof
		if old > 0 {
			if proof, err = tlog.ProveTree(size, old, reader); err != nil {
				return err
			}
		}
		text := fmt.Sprintf("%s\n%d\n%s\n", origin, size, root)
		signed, err := note.Sign(&note.Note{Text: text}, signer)
		if err != nil {
			return err
		}
		status, body, err := post(url, old, proof, signed)
		if err != nil {
			return err
		}
		if status != http.StatusOK {
			return fmt.Errorf("size %d: status %d: %s", size, status, body)
		}
		if _, err := open(string(signed)+body, []string{witnessKey}); err != nil {
			return fmt.Errorf("size %d: %w", size, err)
		}
		cosigned++
		// The same size with another root, signed all the same, must be refused.
		var other tlog.Hash
		rand.Read(other[:])
		text = fmt.Sprintf("%s\n%d\n%s\n", origin, size, other)
		if signed, err = note.Sign(&note.Note{Text: text}, signer); err != nil {
			return err
		}
		if status, body, err = post(url, size, nil, signed); err != nil {
			return err
		}
		if status != http.StatusUnprocessableEntity {
			return fmt.Errorf("size %d with another root: status %d: %s", size, status, body)
		}
		old = size
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]int{"cosigned": cosigned, "refused": cosigned})
}

func post(url string, old int64, proof tlog.TreeProof, signed []byte) (int, string, error) {
	var body bytes.Buffer
	fmt.Fprintf(&body, "old %d\n", old)
	for _, hash := range proof {
		fmt.Fprintf(&body, "%s\n", hash)
	}
	body.WriteString("\n")
	body.Write(signed)
	answer, err := http.Post(url+"/add-checkpoint", "text/plain", &body)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(io.LimitReader(answer.Body, 1<<16))
	return answer.StatusCode, string(content), err
}
